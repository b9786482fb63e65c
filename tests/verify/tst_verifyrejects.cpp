// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <functional>

#include "certified.h"
#include "generateddumps.h"

using certified::Answer;
Q_DECLARE_METATYPE(certified::Answer)
using Edit = std::function<void(QJsonObject&)>;
Q_DECLARE_METATYPE(Edit)

class VerifyRejects : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void unchangedHolds();
    void otherDump();
    void sameShapeDump();
    void edited_data();
    void edited();
    void editedScores_data();
    void editedScores();
    void editedReading();
    void intervalEnd_data();
    void intervalEnd();
    void missingKey();
    void extraKey();
    void duplicateKey();
    void truncatedFile();
    void notANumber_data();
    void notANumber();

private:
    certified::Verified answerTo(const QJsonObject& document, const std::filesystem::path& dump) const
    {
        return certified::verified(m_folder, QJsonDocument(document).toJson().toStdString(), dump);
    }

    support::TempFolder m_folder;
    std::filesystem::path m_dump;
    std::string m_text;
    QJsonObject m_document;
    std::filesystem::path m_scores;
    QJsonObject m_scoresDocument;
};

namespace {

/// The place that a path such as "claim.heads.0.scale" names.
void change(QJsonValue& value, const QStringList& path, const std::function<void(QJsonValue&)>& edit)
{
    if (path.isEmpty())
        return edit(value);
    if (value.isArray()) {
        QJsonArray list = value.toArray();
        QJsonValue member = list[path.front().toInt()];
        change(member, path.mid(1), edit);
        list[path.front().toInt()] = member;
        value = list;
    } else {
        QJsonObject object = value.toObject();
        QJsonValue member = object[path.front()];
        change(member, path.mid(1), edit);
        if (member.isUndefined())
            object.remove(path.front());
        else
            object[path.front()] = member;
        value = object;
    }
}

QJsonObject changed(const QJsonObject& document, const QString& path, const std::function<void(QJsonValue&)>& edit)
{
    QJsonValue whole(document);
    change(whole, path.split(QLatin1Char('.')), edit);
    return whole.toObject();
}

Edit set(const char* path, const QJsonValue& to)
{
    return [=](QJsonObject& document) {
        document = changed(document, QLatin1String(path), [&](QJsonValue& value) { value = to; });
    };
}

Edit both(const Edit& first, const Edit& second)
{
    return [=](QJsonObject& document) {
        first(document);
        second(document);
    };
}

/// Sets a member of every head.
Edit setInHeads(const char* key, const QJsonValue& to)
{
    return [=](QJsonObject& document) {
        for (int i = 0; i < 8; ++i)
            document = changed(document, QStringLiteral("claim.heads.%1.%2").arg(i).arg(QLatin1String(key)),
                [&](QJsonValue& value) { value = to; });
    };
}

/// Calls `visit` for the path of every member below `value`.
void forEachMember(const QJsonValue& value, const QString& path, const std::function<void(const QString&)>& visit)
{
    const QString prefix = path.isEmpty() ? QString() : path + QLatin1Char('.');
    if (value.isArray())
        for (int i = 0; i < value.toArray().size(); ++i)
            forEachMember(value.toArray()[i], prefix + QString::number(i), visit);
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        visit(prefix + member.key());
        forEachMember(member.value(), prefix + member.key(), visit);
    }
}

const char* const decision = "decisions.0.";

}

void VerifyRejects::initTestCase()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    m_dump = m_folder.write("dump.safetensors", generated::factors(1));
    m_text = certified::certificate(m_dump, request);
    m_document = QJsonDocument::fromJson(QByteArray::fromStdString(m_text)).object();
    request.hints = {};
    request.hints.kind = core::Source::Scores;
    request.hints.causal = false;
    m_scores = m_folder.write("scores.safetensors", generated::scores(2));
    m_scoresDocument =
        QJsonDocument::fromJson(QByteArray::fromStdString(certified::certificate(m_scores, request))).object();
    QVERIFY(!m_document.isEmpty() && !m_scoresDocument.isEmpty());
}

/// What the edits below start from.
void VerifyRejects::unchangedHolds()
{
    QCOMPARE(answerTo(m_document, m_dump).answer, Answer::Holds);
    QCOMPARE(answerTo(m_scoresDocument, m_scores).answer, Answer::Holds);
}

void VerifyRejects::otherDump()
{
    QCOMPARE(answerTo(m_document, m_scores).answer, Answer::DoesNotHold);
}

void VerifyRejects::sameShapeDump()
{
    const std::string bytes = generated::factors(21);
    const auto other = m_folder.write("other.safetensors", bytes);
    QCOMPARE(answerTo(m_document, other).answer, Answer::DoesNotHold);
    // Not only by its hash.
    const auto hash = QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256).toHex();
    QJsonObject document = m_document;
    set("dump.sha256", QString::fromLatin1(hash))(document);
    QCOMPARE(answerTo(document, other).answer, Answer::DoesNotHold);
}

void VerifyRejects::edited_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<Answer>("answer");
    const auto wrong = [](const char* name, const Edit& edit) { QTest::newRow(name) << edit << Answer::DoesNotHold; };
    const auto refused = [](const char* name, const Edit& edit) { QTest::newRow(name) << edit << Answer::Refused; };
    wrong("edited hash", set("dump.sha256", QString(64, QLatin1Char('0'))));
    wrong("size", set("dump.size", 1000));
    wrong("tensor name", set("claim.heads.0.tensor", QStringLiteral("layers.1.q")));
    wrong("tensor name in the list", set("tensors.0.name", QStringLiteral("layers.1.q")));
    wrong("other tensor of the dump", set("claim.heads.0.tensor", QStringLiteral("layers.0.k")));
    wrong("tensor role", set("tensors.0.role", QStringLiteral("K")));
    wrong("tensor format", set("tensors.0.dtype", QStringLiteral("int32")));
    wrong("axis role",
        both(set("tensors.0.axes.1.role", QStringLiteral("position")),
            set("tensors.0.axes.2.role", QStringLiteral("head"))));
    wrong("axis role twice", set("tensors.0.axes.1.role", QStringLiteral("position")));
    wrong("item", set("claim.heads.0.item", 1));
    wrong("head", set("claim.heads.0.head", 1));
    wrong("kv head", set("claim.heads.0.kv_head", 1));
    wrong("name", set("claim.heads.0.name", QStringLiteral("L0H1 item 0")));
    wrong("place along a layer axis", set("claim.heads.0.tensor_layer", 0));
    wrong("scale", setInHeads("scale", 0.5000001));
    wrong("causal flag", setInHeads("causal", false));
    wrong("mask dropped", setInHeads("mask", QJsonValue(QJsonValue::Undefined)));
    wrong("another mask", setInHeads("mask", QStringLiteral("layers.0.k")));
    wrong("rule", both(set("claim.rule", QStringLiteral("topk:5")), set("claim.k", 5)));
    refused("rule that is not known", set("claim.rule", QStringLiteral("cover:0.01")));
    refused("k", set("claim.k", 5));
    wrong("epsilon", both(set("claim.epsilon", 1.5), set("claim.epsilon_text", QStringLiteral("1.5"))));
    refused("epsilon alone", set("claim.epsilon", 0.2));
    refused("reading alone", set("reading", QStringLiteral("rounded")));
    refused("reading that is not known",
        both(set("reading", QStringLiteral("exact")), set("claim.reading", QStringLiteral("exact"))));
    refused("precision", set("precision", QStringLiteral("screen")));
    wrong("scope", set("claim.scope", QStringLiteral("dump")));
    wrong("scope layers", set("claim.scope", QStringLiteral("layers")));
    wrong("scope rows", set("claim.scope", QStringLiteral("rows")));
    refused("scope that is not known", set("claim.scope", QStringLiteral("items")));
    wrong("statistic", set("claim.statistic", QStringLiteral("mean")));
    refused("statistic that is not known", set("claim.statistic", QStringLiteral("median")));
    wrong("verdict", set("verdict", QStringLiteral("certified")));
    wrong("verdict of a decision", set("decisions.0.verdict", QStringLiteral("not certified")));
    wrong("undecided", set("decisions.0.verdict", QStringLiteral("undecided")));
    wrong("worst row", set("decisions.0.worst_row.row", 2));
    wrong("worst row skipped", set("decisions.0.worst_row.row", 0));
    wrong("worst head", set("decisions.0.worst_row.head", QStringLiteral("L0H1")));
    wrong("skipped rows", both(set("decisions.0.rows.masked", 1), set("decisions.0.rows.valid", 11)));
    wrong("skipped rows of all", both(set("rows.masked", 7), set("rows.valid", 89)));
    wrong("reason of skipping", both(set("decisions.0.rows.masked", 0), set("decisions.0.rows.nan", 2)));
    wrong("rows holding", set("decisions.0.rows_holding", 12));
    wrong("saturated", set("decisions.0.saturated", 3));
    wrong("unit", set("decisions.0.unit", QStringLiteral("L0H1 item 0")));
    wrong("decision dropped", [](QJsonObject& document) {
        QJsonArray list = document[QLatin1String("decisions")].toArray();
        list.removeLast();
        document[QLatin1String("decisions")] = list;
    });
    wrong("rows restricted", set("claim.rows", QJsonArray{2, 3}));
    refused("schema", set("schema", QStringLiteral("tailmass.certificate/2")));
}

void VerifyRejects::edited()
{
    QFETCH(Edit, edit);
    QFETCH(Answer, answer);
    QJsonObject document = m_document;
    edit(document);
    const auto verified = answerTo(document, m_dump);
    QVERIFY2(verified.answer == answer, verified.reason.c_str());
}

void VerifyRejects::editedScores_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::newRow("query and key swapped") << both(
        set("tensors.0.axes.1.role", QStringLiteral("key")), set("tensors.0.axes.2.role", QStringLiteral("query")));
    QTest::newRow("causal") << set("claim.heads.0.causal", true);
    QTest::newRow("probabilities") << both(
        set("claim.heads.0.source", QStringLiteral("probs")), set("tensors.0.role", QStringLiteral("P")));
    QTest::newRow("head axis") << set("tensors.0.axes.0.role", QStringLiteral("layer"));
}

void VerifyRejects::editedScores()
{
    QFETCH(Edit, edit);
    QJsonObject document = m_scoresDocument;
    edit(document);
    QCOMPARE(answerTo(document, m_scores).answer, Answer::DoesNotHold);
}

/// A stored number is not the rounding of an unknown one.
void VerifyRejects::editedReading()
{
    certified::Request request;
    request.hints.kind = core::Source::Probabilities;
    request.hints.causal = false;
    const auto dump = m_folder.write("probabilities.safetensors", generated::probabilities(3));
    for (const bool rounded : {false, true}) {
        request.reading = rounded ? core::Reading::Rounded : core::Reading::Stored;
        const QString other = rounded ? QStringLiteral("stored") : QStringLiteral("rounded");
        QJsonObject document =
            QJsonDocument::fromJson(QByteArray::fromStdString(certified::certificate(dump, request))).object();
        both(set("reading", other), set("claim.reading", other))(document);
        QCOMPARE(answerTo(document, dump).answer, Answer::DoesNotHold);
    }
}

void VerifyRejects::intervalEnd_data()
{
    QTest::addColumn<QString>("end");
    QTest::addColumn<double>("factor");
    for (const char* name : {"value", "max", "mean", "p99"})
        for (const char* end : {"lower", "upper"}) {
            const QString key = QLatin1String(name) + QLatin1Char('_') + QLatin1String(end);
            QTest::newRow(qPrintable(key + QStringLiteral(" lowered"))) << key << 1 - 1e-9;
            QTest::newRow(qPrintable(key + QStringLiteral(" raised"))) << key << 1 + 1e-9;
        }
}

void VerifyRejects::intervalEnd()
{
    QFETCH(QString, end);
    QFETCH(double, factor);
    const QJsonObject document = changed(m_document, QLatin1String(decision) + end, [=](QJsonValue& value) {
        QVERIFY(value.toDouble() > 0);
        value = value.toDouble() * factor;
    });
    const auto verified = answerTo(document, m_dump);
    QCOMPARE(verified.answer, Answer::DoesNotHold);
    QVERIFY2(verified.reason.find(end.toStdString()) != std::string::npos, verified.reason.c_str());
}

/// Any key of the document, wherever it stands; only what people may read beside an axis is free.
void VerifyRejects::missingKey()
{
    int removed = 0;
    forEachMember(m_document, {}, [&](const QString& path) {
        if (path.contains(QLatin1String("axes")) && path.endsWith(QLatin1String("reason")))
            return;
        const QJsonObject document =
            changed(m_document, path, [](QJsonValue& value) { value = QJsonValue(QJsonValue::Undefined); });
        QVERIFY2(answerTo(document, m_dump).answer != Answer::Holds, qPrintable(path));
        ++removed;
    });
    QVERIFY(removed > 200);
}

void VerifyRejects::extraKey()
{
    forEachMember(m_document, {}, [&](const QString& path) {
        const QStringList steps = path.split(QLatin1Char('.'));
        const QString beside = (steps.mid(0, steps.size() - 1) << QStringLiteral("note")).join(QLatin1Char('.'));
        const QJsonObject document = changed(m_document, beside, [](QJsonValue& value) { value = 1; });
        const auto verified = answerTo(document, m_dump);
        QVERIFY2(verified.answer == Answer::Refused, qPrintable(path));
        QVERIFY2(verified.reason.find("note") != std::string::npos, verified.reason.c_str());
    });
}

void VerifyRejects::duplicateKey()
{
    const auto twice = [&](const std::string& after, const std::string& member) {
        std::string text = m_text;
        text.insert(text.find(after) + after.size(), member);
        return certified::verified(m_folder, text, m_dump);
    };
    const auto verified = twice("\"claim\": {", "\"k\": 4,");
    QCOMPARE(verified.answer, Answer::Refused);
    QVERIFY2(verified.reason.find("twice") != std::string::npos, verified.reason.c_str());
    QCOMPARE(twice("{", "\"schema\": \"tailmass.certificate/1\",").answer, Answer::Refused);
}

void VerifyRejects::truncatedFile()
{
    for (std::size_t size = 0; size + 2 < m_text.size(); size += 97)
        QCOMPARE(certified::verified(m_folder, m_text.substr(0, size), m_dump).answer, Answer::Refused);
}

void VerifyRejects::notANumber_data()
{
    QTest::addColumn<QByteArray>("word");
    for (const char* word : {"NaN", "nan", "Infinity", "1e999", "null", "\"0.1\"", "true"})
        QTest::newRow(word) << QByteArray(word);
}

void VerifyRejects::notANumber()
{
    QFETCH(QByteArray, word);
    std::string text = m_text;
    const std::string key = "\"max_upper\": ";
    const auto start = text.find(key) + key.size();
    text.replace(start, text.find(',', start) - start, word.toStdString());
    QCOMPARE(certified::verified(m_folder, text, m_dump).answer, Answer::Refused);
}

QTEST_GUILESS_MAIN(VerifyRejects)
#include "tst_verifyrejects.moc"
