// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "edits.h"
#include "generateddumps.h"

using certified::Answer;
Q_DECLARE_METATYPE(certified::Answer)
using edits::both;
using edits::Edit;
using edits::set;
using edits::setInHeads;
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
    void editedWindow();
    void editedSoftCap();
    void editedSinks();
    void editedSharedSinks();
    void editedReading();
    void roundedScores();
    void editedRule_data();
    void editedRule();
    void otherMask();
    void sharedSets();
    void sharedSetsOfStoredNumbers();

private:
    certified::Verified answerTo(const QJsonObject& document, const std::filesystem::path& dump) const
    {
        return edits::answerTo(m_folder, document, dump);
    }

    support::TempFolder m_folder;
    std::filesystem::path m_dump;
    QJsonObject m_document;
    std::filesystem::path m_scores;
    QJsonObject m_scoresDocument;
};

void VerifyRejects::initTestCase()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    m_dump = m_folder.write("dump.safetensors", generated::factors(1));
    m_document = edits::parsed(certified::certificate(m_dump, request));
    request.hints = {};
    request.hints.kind = core::Source::Scores;
    request.hints.causal = false;
    m_scores = m_folder.write("scores.safetensors", generated::scores(2));
    m_scoresDocument = edits::parsed(certified::certificate(m_scores, request));
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
    wrong("mask dropped",
        both(setInHeads("mask", QJsonValue(QJsonValue::Undefined)),
            setInHeads("mask_queries", QJsonValue(QJsonValue::Undefined))));
    refused("mask of queries without one of keys", setInHeads("mask", QJsonValue(QJsonValue::Undefined)));
    refused("mask of queries left open", setInHeads("mask_queries", QJsonValue(QJsonValue::Undefined)));
    wrong("mask of queries denied", setInHeads("mask_queries", false));
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

void VerifyRejects::editedWindow()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    const auto dump =
        m_folder.write("window.safetensors", generated::factors(71, core::Element::F32, {{"window", "6"}}));
    const QJsonObject document = edits::parsed(certified::certificate(dump, request));
    QCOMPARE(document[QLatin1String("claim")][QLatin1String("heads")][0][QLatin1String("window")].toInt(), 6);
    const auto answer = [&](const Edit& edit) {
        QJsonObject edited = document;
        edit(edited);
        return answerTo(edited, dump).answer;
    };
    QCOMPARE(answer(setInHeads("window", 6)), Answer::Holds);
    QCOMPARE(answer(setInHeads("window", 5)), Answer::DoesNotHold);
    QCOMPARE(answer(setInHeads("window", 7)), Answer::DoesNotHold);
    QCOMPARE(answer(set("claim.heads.3.window", 7)), Answer::DoesNotHold);
    QCOMPARE(answer(setInHeads("window", QJsonValue(QJsonValue::Undefined))), Answer::DoesNotHold);
    QCOMPARE(answer(setInHeads("window", 0)), Answer::Refused);
    QCOMPARE(answer(setInHeads("window", 5.5)), Answer::Refused);
    QCOMPARE(answer(setInHeads("causal", false)), Answer::Refused);
}

void VerifyRejects::editedSoftCap()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    const auto dump =
        m_folder.write("capped.safetensors", generated::factors(75, core::Element::F32, {{"softcap", "3"}}));
    const QJsonObject document = edits::parsed(certified::certificate(dump, request));
    const auto answer = [&](const Edit& edit) {
        QJsonObject edited = document;
        edit(edited);
        return answerTo(edited, dump).answer;
    };
    QCOMPARE(answer(setInHeads("softcap", 3)), Answer::Holds);
    QCOMPARE(answer(set("claim.heads.0.softcap", 3.0000001)), Answer::DoesNotHold);
    QCOMPARE(answer(setInHeads("softcap", QJsonValue(QJsonValue::Undefined))), Answer::DoesNotHold);
    QCOMPARE(answer(setInHeads("softcap", 0)), Answer::Refused);
    QCOMPARE(answer(setInHeads("softcap", -3)), Answer::Refused);
    QJsonObject scores = m_scoresDocument;
    setInHeads("softcap", 3)(scores);
    QCOMPARE(answerTo(scores, m_scores).answer, Answer::Refused);
}

void VerifyRejects::editedSinks()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    const auto none = QJsonValue(QJsonValue::Undefined);
    const auto stated = m_folder.write(
        "stated.safetensors", generated::factors(72, core::Element::F32, {{"sink_logits", "[1.5, -3, 0.125, 2]"}}));
    const auto stored = m_folder.write("stored.safetensors", generated::factorsWithSinks(73));
    const auto answer = [&](const std::filesystem::path& dump, const Edit& edit) {
        QJsonObject edited = edits::parsed(certified::certificate(dump, request));
        edit(edited);
        return answerTo(edited, dump).answer;
    };
    QCOMPARE(answer(stated, set("claim.heads.2.sink_logit", 0.125)), Answer::Holds);
    QCOMPARE(answer(stated, set("claim.heads.2.sink_logit", 0.1250001)), Answer::DoesNotHold);
    QCOMPARE(answer(stated, set("claim.heads.2.sink_logit", -3)), Answer::DoesNotHold);
    QCOMPARE(answer(stated, setInHeads("sink_logit", none)), Answer::DoesNotHold);
    QCOMPARE(answer(stated, setInHeads("sink_logit", QStringLiteral("0"))), Answer::Refused);
    QCOMPARE(answer(stated, setInHeads("sinks", QStringLiteral("layers.0.sinks"))), Answer::Refused);
    QCOMPARE(answer(stated, set("claim.heads.0.shared_sink_logits", QJsonArray{1.5, -3})), Answer::Refused);
    QCOMPARE(answer(stored, setInHeads("sinks", QStringLiteral("layers.0.sinks"))), Answer::Holds);
    QCOMPARE(answer(stored, setInHeads("sinks", none)), Answer::DoesNotHold);
    QCOMPARE(answer(stored, setInHeads("sinks", QStringLiteral("attention_mask"))), Answer::DoesNotHold);
    QCOMPARE(answer(stored, setInHeads("sinks", QStringLiteral("layers.1.sinks"))), Answer::DoesNotHold);
    const auto document = edits::parsed(certified::certificate(stored, request));
    int place = 0;
    while (document[QLatin1String("tensors")][place][QLatin1String("role")] != QLatin1String("sinks"))
        ++place;
    const QString tensor = QStringLiteral("tensors.%1.").arg(place);
    // Another tensor of this form, named in both places: only the numbers tell.
    QCOMPARE(answer(stored,
                 both(setInHeads("sinks", QStringLiteral("layers.1.sinks")),
                     set(qPrintable(tensor + QStringLiteral("name")), QStringLiteral("layers.1.sinks")))),
        Answer::DoesNotHold);
    QCOMPARE(answer(stored, set(qPrintable(tensor + QStringLiteral("axes.0.role")), QStringLiteral("key"))),
        Answer::DoesNotHold);
    request.hints = {};
    request.hints.kind = core::Source::Probabilities;
    request.hints.causal = false;
    const auto probabilities = m_folder.write("probabilities.safetensors", generated::probabilities(3));
    QCOMPARE(answer(probabilities, setInHeads("sink_logit", 0)), Answer::Refused);
}

void VerifyRejects::editedSharedSinks()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    request.sharing = core::RulePreparer::Sharing::KvGroup;
    const auto dump = m_folder.write(
        "shared.safetensors", generated::factors(74, core::Element::F32, {{"sink_logits", "[1.5, -3, 0.125, 2]"}}));
    const QJsonObject document = edits::parsed(certified::certificate(dump, request));
    const auto answer = [&](const Edit& edit) {
        QJsonObject edited = document;
        edit(edited);
        return answerTo(edited, dump).answer;
    };
    QCOMPARE(answer(set("claim.heads.0.shared_sink_logits", QJsonArray{1.5, -3})), Answer::Holds);
    QCOMPARE(answer(set("claim.heads.0.shared_sink_logits", QJsonArray{1.5, 8})), Answer::DoesNotHold);
    QCOMPARE(answer(set("claim.heads.0.shared_sink_logits", QJsonArray{-3, 1.5})), Answer::DoesNotHold);
    QCOMPARE(answer(set("claim.heads.0.shared_sink_logits", QJsonArray{1.5})), Answer::DoesNotHold);
    QCOMPARE(answer(set("claim.heads.0.shared_sink_logits", QJsonValue(QJsonValue::Undefined))), Answer::DoesNotHold);
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
        QJsonObject document = edits::parsed(certified::certificate(dump, request));
        both(set("reading", other), set("claim.reading", other))(document);
        QCOMPARE(answerTo(document, dump).answer, Answer::DoesNotHold);
    }
}

/// Only a probability is stored as the rounding of another number.
void VerifyRejects::roundedScores()
{
    const QString rounded = QStringLiteral("rounded");
    for (QJsonObject document : {m_document, m_scoresDocument}) {
        both(set("reading", rounded), set("claim.reading", rounded))(document);
        QCOMPARE(answerTo(document, m_dump).answer, Answer::Refused);
    }
}

/// To a rule whose numbers are others.
void VerifyRejects::editedRule_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<QString>("other");
    const auto add = [](const char* rule, const char* other) {
        QTest::addRow("%s to %s", rule, other) << QByteArray(rule) << QString::fromLatin1(other);
    };
    add("topp:0.9", "topp:0.8");
    add("threshold:0.05", "threshold:0.06");
    add("window:3+1", "window:3+2");
    add("window:3+1", "window:4+1");
    add("topk:6+window:2+1", "topk:7+window:2+1");
    add("topk:6+window:2+1", "topk:6+window:1+2");
    add("topk:6+window:2+1", "window:2+1");
    add("block:4x4:top2", "block:4x4:top3");
    add("block:4x4:top2", "block:4x8:top2");
    add("block:4x4:top2", "block:8x4:top2");
}

void VerifyRejects::editedRule()
{
    QFETCH(QByteArray, rule);
    QFETCH(QString, other);
    certified::Request request;
    request.rule = rule.toStdString();
    request.hints.kind = core::Source::Scores;
    request.hints.causal = false;
    QJsonObject document = edits::parsed(certified::certificate(m_scores, request));
    QCOMPARE(answerTo(document, m_scores).answer, Answer::Holds);
    set("claim.rule", other)(document);
    QCOMPARE(answerTo(document, m_scores).answer, Answer::DoesNotHold);
}

/// One mark of one mask: by its hash, and by its numbers where the hash was edited too.
void VerifyRejects::otherMask()
{
    certified::Request request;
    const auto mask = m_folder.write("marks.npy", generated::marks(16, 41));
    request.rule = "mask:" + mask.string();
    request.hints.kind = core::Source::Scores;
    request.hints.causal = false;
    QJsonObject document = edits::parsed(certified::certificate(m_scores, request));
    QCOMPARE(answerTo(document, m_scores).answer, Answer::Holds);
    std::string bytes = generated::marks(16, 41);
    bytes.back() = bytes.back() == 0 ? 1 : 0;
    m_folder.write("marks.npy", bytes);
    const auto verified = answerTo(document, m_scores);
    QCOMPARE(verified.answer, Answer::DoesNotHold);
    QVERIFY2(verified.reason.find("the mask file's SHA-256") != std::string::npos, verified.reason.c_str());
    const auto hash = QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256).toHex();
    set("claim.mask_file.sha256", QString::fromLatin1(hash))(document);
    QCOMPARE(answerTo(document, m_scores).answer, Answer::DoesNotHold);
    std::filesystem::remove(mask);
    QCOMPARE(answerTo(document, m_scores).answer, Answer::Refused);
}

void VerifyRejects::sharedSets()
{
    certified::Request request;
    request.hints.causal = true;
    request.hints.scale = 0.5;
    request.sharing = core::RulePreparer::Sharing::KvGroup;
    QJsonObject document = edits::parsed(certified::certificate(m_dump, request));
    QCOMPARE(answerTo(document, m_dump).answer, Answer::Holds);
    QJsonObject edited = document;
    set("claim.share_kv", QJsonValue(QJsonValue::Undefined))(edited);
    QCOMPARE(answerTo(edited, m_dump).answer, Answer::DoesNotHold);
    edited = document;
    set("claim.share_kv", false)(edited);
    QCOMPARE(answerTo(edited, m_dump).answer, Answer::Refused);
    for (const auto& [statement, other] : {std::pair{"claim.heads.1.scale", QJsonValue(0.6)},
             std::pair{"claim.heads.1.causal", QJsonValue(false)}, std::pair{"claim.heads.1.kv_head", QJsonValue(1)}}) {
        edited = document;
        set(statement, other)(edited);
        QCOMPARE(answerTo(edited, m_dump).answer, Answer::DoesNotHold);
    }
    edited = document;
    set("claim.heads.1", document[QLatin1String("claim")][QLatin1String("heads")][0])(edited);
    QCOMPARE(answerTo(edited, m_dump).answer, Answer::DoesNotHold);
    edited = m_document;
    set("claim.share_kv", true)(edited);
    QCOMPARE(answerTo(edited, m_dump).answer, Answer::DoesNotHold);
}

void VerifyRejects::sharedSetsOfStoredNumbers()
{
    certified::Request request;
    request.hints.kind = core::Source::Scores;
    request.hints.causal = false;
    request.hints.kvHeads = 1;
    request.sharing = core::RulePreparer::Sharing::KvGroup;
    const QJsonObject document = edits::parsed(certified::certificate(m_scores, request));
    QCOMPARE(answerTo(document, m_scores).answer, Answer::Holds);
    const auto answer = [&](const Edit& edit) {
        QJsonObject edited = document;
        edit(edited);
        return answerTo(edited, m_scores).answer;
    };
    QCOMPARE(answer(set("claim.share_kv", QJsonValue(QJsonValue::Undefined))), Answer::Refused);
    QCOMPARE(answer(setInHeads("kv_heads", QJsonValue(QJsonValue::Undefined))), Answer::Refused);
    QCOMPARE(answer(setInHeads("kv_heads", 0)), Answer::Refused);
    QCOMPARE(answer(setInHeads("kv_heads", 2)), Answer::DoesNotHold);
    QCOMPARE(answer(setInHeads("kv_heads", 3)), Answer::DoesNotHold);
    QCOMPARE(answer(set("claim.heads.1.kv_heads", 3)), Answer::DoesNotHold);
}

QTEST_GUILESS_MAIN(VerifyRejects)
#include "tst_verifyrejects.moc"
