// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "certified.h"
#include "generateddumps.h"

using certified::Answer;
using certified::Request;
Q_DECLARE_METATYPE(certified::Request)

class VerifyAccepts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySource_data();
    void everySource();
    void everyRule_data();
    void everyRule();
    void everyTerm_data();
    void everyTerm();
    void sharedSets();
    void sharedSetsOfStoredNumbers_data();
    void sharedSetsOfStoredNumbers();
    void namedRows();
    void cancelledSums();
    void seesEveryKindOfRow();

private:
    support::TempFolder m_folder;
};

namespace {

core::Hints causalHints()
{
    core::Hints hints;
    hints.causal = true;
    hints.scale = 0.5;
    return hints;
}

core::Hints fullHints(core::Source kind)
{
    core::Hints hints;
    hints.kind = kind;
    hints.causal = false;
    return hints;
}

}

void VerifyAccepts::everySource_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<Request>("request");
    const auto add = [](const std::string& name, const std::string& dump, const Request& request) {
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(dump) << request;
    };
    for (const core::Scope scope : {core::Scope::Rows, core::Scope::Heads, core::Scope::Layers, core::Scope::Dump})
        for (const core::Statistic statistic : {core::Statistic::Max, core::Statistic::Mean, core::Statistic::P99}) {
            Request request;
            request.scope = scope;
            request.statistic = statistic;
            const std::string name = " " + std::string(nameOf(scope)) + " " + std::string(nameOf(statistic));
            request.hints = causalHints();
            add("factors" + name, generated::factors(1), request);
            request.hints = fullHints(core::Source::Scores);
            add("scores" + name, generated::scores(2), request);
            request.hints = fullHints(core::Source::Probabilities);
            add("probabilities" + name, generated::probabilities(3), request);
            request.reading = core::Reading::Rounded;
            add("rounded" + name, generated::probabilities(3), request);
        }
    for (const core::Element element :
        {core::Element::F64, core::Element::F32, core::Element::F16, core::Element::BF16}) {
        Request request;
        const std::string name = " " + std::string(nameOf(element));
        request.hints = causalHints();
        add("factors" + name, generated::factors(11, element), request);
        request.hints = fullHints(core::Source::Scores);
        add("scores" + name, generated::scores(12, element), request);
        request.hints = fullHints(core::Source::Probabilities);
        add("probabilities" + name, generated::probabilities(13, element), request);
        request.reading = core::Reading::Rounded;
        add("rounded" + name, generated::probabilities(13, element), request);
    }
    Request all;
    all.rule = "topk:1000";
    all.hints = fullHints(core::Source::Scores);
    add("all keys kept", generated::scores(14), all);
}

void VerifyAccepts::everySource()
{
    QFETCH(QByteArray, dump);
    QFETCH(Request, request);
    const auto path = m_folder.write("dump.safetensors", dump.toStdString());
    const std::string text = certified::certificate(path, request);
    QVERIFY(!text.empty());
    const auto verified = certified::verified(m_folder, text, path);
    QVERIFY2(verified.answer == Answer::Holds, verified.reason.c_str());
}

void VerifyAccepts::everyRule_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<Request>("request");
    QTest::addColumn<int>("keys");
    for (const char* rule : {"topk:3", "topp:0.9", "topp:0.5", "threshold:0.05", "threshold:0.9", "window:3+1",
             "window:0+1", "topk:6+window:2+1", "block:4x4:top2", "block:5x3:top1", "block:100x1:top4", "mask:"}) {
        Request request;
        const auto add = [&](const char* name, const std::string& dump, int keys) {
            request.rule = rule;
            QTest::addRow("%s, %s", rule, name) << QByteArray::fromStdString(dump) << request << keys;
        };
        request.hints = causalHints();
        add("factors", generated::factors(31), 12);
        request.hints = fullHints(core::Source::Scores);
        add("scores", generated::scores(32), 16);
        request.hints = fullHints(core::Source::Probabilities);
        add("probabilities", generated::probabilities(33), 16);
        request.reading = core::Reading::Rounded;
        add("rounded", generated::probabilities(33), 16);
        request.reading = core::Reading::Stored;
        request.rows = {3, 4, 6};
        add("some rows", generated::probabilities(34), 16);
    }
}

void VerifyAccepts::everyRule()
{
    QFETCH(QByteArray, dump);
    QFETCH(Request, request);
    QFETCH(int, keys);
    const auto path = m_folder.write("dump.safetensors", dump.toStdString());
    if (request.rule == "mask:")
        request.rule += m_folder.write("marks.npy", generated::marks(static_cast<std::size_t>(keys), 35)).string();
    const std::string text = certified::certificate(path, request);
    QVERIFY(!text.empty());
    const auto verified = certified::verified(m_folder, text, path);
    QVERIFY2(verified.answer == Answer::Holds, verified.reason.c_str());
}

/// Windows, sinks and soft-caps, stated and in tensors, under every rule.
void VerifyAccepts::everyTerm_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<Request>("request");
    for (const char* rule :
        {"topk:3", "topp:0.9", "threshold:0.05", "window:3+1", "topk:6+window:2+1", "block:4x4:top2", "mask:"}) {
        Request request;
        request.rule = rule;
        const auto add = [&](const char* name, const std::string& dump, const core::Hints& hints) {
            request.hints = hints;
            QTest::addRow("%s, %s", rule, name) << QByteArray::fromStdString(dump) << request;
        };
        const generated::Metadata window{{"window", "5"}};
        const generated::Metadata sinks{{"sink_logits", "[1.5, -3, 0.1, 20]"}};
        add("window", generated::factors(51, core::Element::F16, window), causalHints());
        add("stated sinks", generated::factors(52, core::Element::F32, sinks), causalHints());
        add("one sink for all", generated::factors(53, core::Element::F64, {{"sink_logits", "0"}}), causalHints());
        add("tensor of sinks", generated::factorsWithSinks(54), causalHints());
        add("soft-cap", generated::factors(63, core::Element::BF16, {{"softcap", "2.5"}}), causalHints());
        add("soft-cap that saturates", generated::factors(64, core::Element::F32, {{"softcap", "0.05"}}),
            causalHints());
        add("soft-cap far above scores", generated::factors(66, core::Element::F32, {{"softcap", "1e4"}}),
            causalHints());
        add("soft-cap, window and sinks", generated::factorsWithSinks(65, {{"softcap", "30"}, {"window", "4"}}),
            causalHints());
        add("window and sinks", generated::factorsWithSinks(55, window), causalHints());
        core::Hints hints = fullHints(core::Source::Scores);
        add("sinks of scores", generated::scores(56, core::Element::F32, {{"sink_logits", "[3, -700, 60]"}}), hints);
        hints.causal = true;
        add("scores in a window", generated::scores(57, core::Element::F32, {{"sink_logits", "1"}, {"window", "3"}}),
            hints);
        if (request.rule != "topk:3" && request.rule != "topk:6+window:2+1")
            continue;
        request.sharing = core::RulePreparer::Sharing::KvGroup;
        add("stated sinks, shared", generated::factors(58, core::Element::F32, sinks), causalHints());
        add("tensor of sinks, shared", generated::factorsWithSinks(59, window), causalHints());
        request.heads = 1;
        add("stated sinks, shared, of one head", generated::factors(60, core::Element::F32, sinks), causalHints());
        hints.kvHeads = 1;
        add("sinks of scores, shared", generated::scores(61, core::Element::F32, {{"sink_logits", "[3, -7, 5]"}}),
            hints);
    }
}

void VerifyAccepts::everyTerm()
{
    QFETCH(QByteArray, dump);
    QFETCH(Request, request);
    const auto path = m_folder.write("dump.safetensors", dump.toStdString());
    if (request.rule == "mask:") {
        const std::size_t keys = request.hints.kind ? 16 : 12;
        request.rule += m_folder.write("marks.npy", generated::marks(keys, 62)).string();
    }
    const std::string text = certified::certificate(path, request);
    QVERIFY(!text.empty());
    const auto verified = certified::verified(m_folder, text, path);
    QVERIFY2(verified.answer == Answer::Holds, verified.reason.c_str());
}

/// Also where only one head of a K/V group is named.
void VerifyAccepts::sharedSets()
{
    const auto path = m_folder.write("dump.safetensors", generated::factors(36));
    for (const char* rule : {"topk:3", "topk:6+window:2+1"})
        for (const std::size_t heads : {1U, 3U, 8U}) {
            Request request;
            request.rule = rule;
            request.sharing = core::RulePreparer::Sharing::KvGroup;
            request.hints = causalHints();
            request.heads = heads;
            const auto verified = certified::verified(m_folder, certified::certificate(path, request), path);
            QVERIFY2(verified.answer == Answer::Holds, verified.reason.c_str());
        }
}

/// Stored numbers do not show which heads share; the certificate says it as the hint did.
void VerifyAccepts::sharedSetsOfStoredNumbers_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::addColumn<Request>("request");
    for (const char* rule : {"topk:3", "topk:6+window:2+1"})
        for (const std::size_t heads : {1U, 2U, 3U}) {
            Request request;
            request.rule = rule;
            request.sharing = core::RulePreparer::Sharing::KvGroup;
            request.heads = heads;
            const auto add = [&](const char* name, const std::string& dump, core::Source kind) {
                request.hints = fullHints(kind);
                request.hints.kvHeads = 1;
                QTest::addRow("%s, %s, %d heads", rule, name, int(heads)) << QByteArray::fromStdString(dump) << request;
            };
            add("probabilities", generated::probabilities(37), core::Source::Probabilities);
            add("scores", generated::scores(38), core::Source::Scores);
            request.reading = core::Reading::Rounded;
            add("rounded", generated::probabilities(37), core::Source::Probabilities);
        }
}

void VerifyAccepts::sharedSetsOfStoredNumbers()
{
    QFETCH(QByteArray, dump);
    QFETCH(Request, request);
    const auto path = m_folder.write("dump.safetensors", dump.toStdString());
    const auto verified = certified::verified(m_folder, certified::certificate(path, request), path);
    QVERIFY2(verified.answer == Answer::Holds, verified.reason.c_str());
}

void VerifyAccepts::namedRows()
{
    const auto path = m_folder.write("dump.safetensors", generated::scores(2));
    for (const core::Scope scope : {core::Scope::Rows, core::Scope::Heads}) {
        Request request;
        request.hints = fullHints(core::Source::Scores);
        request.scope = scope;
        request.rows = {4, 5, 7};
        const auto verified = certified::verified(m_folder, certified::certificate(path, request), path);
        QVERIFY2(verified.answer == Answer::Holds, verified.reason.c_str());
    }
}

/// What rounding may have lost is nearly all that was dropped: the ends are small differences of sums in double.
void VerifyAccepts::cancelledSums()
{
    constexpr std::size_t keys = 4096;
    support::Array array{"layers.0.probs", core::Element::F16, {1, 1, keys}, std::vector<double>(keys, 0)};
    array.values[0] = array.values[1] = 0.5;
    std::fill_n(array.values.begin() + 2, 2048, 0x1p-24);
    Request request;
    request.hints = fullHints(core::Source::Probabilities);
    request.rule = "topk:2";
    request.reading = core::Reading::Rounded;
    const auto path = m_folder.write("dump.safetensors", support::safetensors({array}));
    const auto verified = certified::verified(m_folder, certified::certificate(path, request), path);
    QVERIFY2(verified.answer == Answer::Holds, verified.reason.c_str());
}

/// The dumps above would prove little if they had no rows to skip.
void VerifyAccepts::seesEveryKindOfRow()
{
    const auto counts = [&](const std::string& dump, const core::Hints& hints) {
        Request request;
        request.hints = hints;
        const auto path = m_folder.write("dump.safetensors", dump);
        return core::readCertificate(m_folder.write("c.json", certified::certificate(path, request)))->counts;
    };
    QCOMPARE(counts(generated::factors(1), causalHints()), (core::CertifiedCounts{96, 84, 12, 0, 0, 0}));
    QCOMPARE(
        counts(generated::scores(2), fullHints(core::Source::Scores)), (core::CertifiedCounts{48, 46, 1, 1, 0, 0}));
    QCOMPARE(counts(generated::probabilities(3), fullHints(core::Source::Probabilities)),
        (core::CertifiedCounts{48, 47, 0, 0, 1, 1}));
}

QTEST_GUILESS_MAIN(VerifyAccepts)
#include "tst_verifyaccepts.moc"
