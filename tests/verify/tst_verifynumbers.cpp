// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "edits.h"
#include "generateddumps.h"

using certified::Answer;
using certified::Request;
Q_DECLARE_METATYPE(certified::Request)

/// Both ends of each interval are held: moved by one part in 10^9 they are found, with their names.
class VerifyNumbers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void intervalEnd_data();
    void intervalEnd();

private:
    support::TempFolder m_folder;
};

void VerifyNumbers::intervalEnd_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<Request>("request");
    const auto add = [](const char* name, const std::string& dump, const Request& request) {
        QTest::newRow(name) << QByteArray::fromStdString(dump) << request;
    };
    Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    add("factors", generated::factors(1), request);
    request.hints = {};
    request.hints.causal = false;
    request.hints.kind = core::Source::Scores;
    add("scores", generated::scores(2), request);
    request.hints.kind = core::Source::Probabilities;
    add("probabilities", generated::probabilities(3), request);
    request.reading = core::Reading::Rounded;
    add("rounded", generated::probabilities(3), request);
}

void VerifyNumbers::intervalEnd()
{
    QFETCH(QByteArray, dump);
    QFETCH(Request, request);
    const auto path = m_folder.write("dump.safetensors", dump.toStdString());
    const QJsonObject document = edits::parsed(certified::certificate(path, request));
    QCOMPARE(edits::answerTo(m_folder, document, path).answer, Answer::Holds);
    int ends = 0;
    edits::forEachMember(document, {}, [&](const QString& member) {
        if (!member.endsWith(QLatin1String("_lower")) && !member.endsWith(QLatin1String("_upper")))
            return;
        for (const double factor : {1 - 1e-9, 1 + 1e-9}) {
            const QJsonObject edited = edits::changed(document, member, [=](QJsonValue& value) {
                QVERIFY(value.toDouble() > 0);
                value = value.toDouble() * factor;
            });
            const auto verified = edits::answerTo(m_folder, edited, path);
            QCOMPARE(verified.answer, Answer::DoesNotHold);
            const std::string end = member.section(QLatin1Char('.'), -1).toStdString();
            QVERIFY2(verified.reason.find(end) != std::string::npos, verified.reason.c_str());
        }
        ++ends;
    });
    QVERIFY(ends >= 3 * 8);
}

QTEST_GUILESS_MAIN(VerifyNumbers)
#include "tst_verifynumbers.moc"
