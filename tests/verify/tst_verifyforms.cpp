// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <functional>

#include "edits.h"
#include "generateddumps.h"

using certified::Answer;

/// Files that are not certificates, or no longer.
class VerifyForms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void missingKey();
    void extraKey();
    void duplicateKey();
    void truncatedFile();
    void notANumber_data();
    void notANumber();

private:
    /// Every match of `member` in the text: where it begins, and what it is.
    void forEachMatch(
        const QString& member, const std::function<void(std::size_t position, const std::string& match)>& visit) const
    {
        const QRegularExpression pattern(member);
        for (auto matches = pattern.globalMatch(QString::fromLatin1(m_text)); matches.hasNext();) {
            const auto match = matches.next();
            visit(static_cast<std::size_t>(match.capturedStart()), match.captured().toLatin1().toStdString());
        }
    }

    support::TempFolder m_folder;
    std::filesystem::path m_dump;
    std::string m_text;
    QJsonObject m_document;
};

void VerifyForms::initTestCase()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    m_dump = m_folder.write("dump.safetensors", generated::factors(1));
    m_text = certified::certificate(m_dump, request);
    m_document = edits::parsed(m_text);
    QCOMPARE(edits::answerTo(m_folder, m_document, m_dump).answer, Answer::Holds);
}

/// Any key of the document, wherever it stands; only what people may read beside an axis is free.
void VerifyForms::missingKey()
{
    int removed = 0;
    edits::forEachMember(m_document, {}, [&](const QString& path) {
        if (path.contains(QLatin1String("axes")) && path.endsWith(QLatin1String("reason")))
            return;
        const QJsonObject document =
            edits::changed(m_document, path, [](QJsonValue& value) { value = QJsonValue(QJsonValue::Undefined); });
        QVERIFY2(edits::answerTo(m_folder, document, m_dump).answer != Answer::Holds, qPrintable(path));
        ++removed;
    });
    QVERIFY(removed > 200);
}

void VerifyForms::extraKey()
{
    edits::forEachMember(m_document, {}, [&](const QString& path) {
        const QStringList steps = path.split(QLatin1Char('.'));
        const QString beside = (steps.mid(0, steps.size() - 1) << QStringLiteral("note")).join(QLatin1Char('.'));
        const QJsonObject document = edits::changed(m_document, beside, [](QJsonValue& value) { value = 1; });
        const auto verified = edits::answerTo(m_folder, document, m_dump);
        QVERIFY2(verified.answer == Answer::Refused, qPrintable(path));
        QVERIFY2(verified.reason.find("note") != std::string::npos, verified.reason.c_str());
    });
}

/// Of each key of each object, before the one that certify wrote.
void VerifyForms::duplicateKey()
{
    int keys = 0;
    forEachMatch(QStringLiteral("\"[a-z0-9_]+\": "), [&](std::size_t position, const std::string& match) {
        std::string text = m_text;
        text.insert(position, match + "1, ");
        const auto verified = certified::verified(m_folder, text, m_dump);
        QCOMPARE(verified.answer, Answer::Refused);
        QVERIFY2(verified.reason.find("twice") != std::string::npos, verified.reason.c_str());
        ++keys;
    });
    QVERIFY(keys > 200);
}

void VerifyForms::truncatedFile()
{
    for (std::size_t size = 0; size + 2 < m_text.size(); size += 97)
        QCOMPARE(certified::verified(m_folder, m_text.substr(0, size), m_dump).answer, Answer::Refused);
}

void VerifyForms::notANumber_data()
{
    QTest::addColumn<QByteArray>("word");
    for (const char* word : {"NaN", "nan", "Infinity", "1e999", "null", "\"0.1\"", "true"})
        QTest::newRow(word) << QByteArray(word);
}

/// In the place of each number.
void VerifyForms::notANumber()
{
    QFETCH(QByteArray, word);
    int numbers = 0;
    forEachMatch(QStringLiteral("\": -?[0-9][0-9.e+-]*"), [&](std::size_t position, const std::string& match) {
        std::string text = m_text;
        text.replace(position + 3, match.size() - 3, word.toStdString());
        const auto verified = certified::verified(m_folder, text, m_dump);
        QVERIFY2(verified.answer == Answer::Refused, match.c_str());
        ++numbers;
    });
    QVERIFY(numbers > 100);
}

QTEST_GUILESS_MAIN(VerifyForms)
#include "tst_verifyforms.moc"
