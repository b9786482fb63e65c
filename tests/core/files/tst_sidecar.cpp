// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/sidecar.h"
#include "readers.h"
#include "tempfolder.h"

#include <QtTest>

using core::ErrorCode;
using support::partOf;
using Texts = std::vector<std::string>;

class TestSidecar : public QObject
{
    Q_OBJECT

private slots:
    void everyKeyIsTaken()
    {
        const auto sidecar = core::parseSidecar(partOf(R"({"query_tokens": ["a", "▁b"], "key_tokens": ["c"],
            "batch_tokens": [["d"], [], ["e", "f"]], "group": "decoder", "causal": true, "scale": 0.125, "n_heads": 8,
            "n_kv_heads": 4, "layers": [2, 5], "kind": "qkv", "model": "M", "note": "N", "head_dim": [64, 128]})"));
        QVERIFY(sidecar.has_value());
        QCOMPARE(sidecar->queryTokens, (Texts{"a", "▁b"}));
        QCOMPARE(sidecar->keyTokens, (Texts{"c"}));
        QCOMPARE(sidecar->itemTokens, (std::vector<Texts>{{"d"}, {}, {"e", "f"}}));
        QCOMPARE(*sidecar->group, std::string("decoder"));
        QCOMPARE(*sidecar->causal, true);
        QCOMPARE(sidecar->scales, (std::vector<double>{0.125}));
        QCOMPARE(*sidecar->queryHeads, std::uint64_t(8));
        QCOMPARE(*sidecar->kvHeads, std::uint64_t(4));
        QCOMPARE(sidecar->layers, (std::vector<std::uint32_t>{2, 5}));
        QCOMPARE(*sidecar->kind, std::string("qkv"));
        QCOMPARE(sidecar->model, std::string("M"));
        QCOMPARE(sidecar->note, std::string("N"));
    }

    void whatAPersonStatedIsTaken()
    {
        const auto stated = core::parseSidecar(partOf(R"({"kind": "scores", "stated": {"kind": "probs", "roles": "BHKQ",
            "causal": false, "scale": 0.5, "q_heads": 8, "kv_heads": 2, "mask": "m", "group": null, "more": 1}})"))
                                .value()
                                .stated;
        QCOMPARE(*stated.kind, std::string("probs"));
        QCOMPARE(*stated.roles, std::string("BHKQ"));
        QCOMPARE(*stated.causal, false);
        QCOMPARE(*stated.scale, 0.5);
        QCOMPARE(*stated.queryHeads, std::uint64_t(8));
        QCOMPARE(*stated.kvHeads, std::uint64_t(2));
        QCOMPARE(*stated.mask, std::string("m"));
        QVERIFY(!stated.group);
    }

    void whatIsAbsentStaysAbsent()
    {
        const auto sidecar = core::parseSidecar(partOf(R"({"causal": null, "something": {"else": [1, 2]}})"));
        QVERIFY(sidecar.has_value());
        QVERIFY(!sidecar->causal && !sidecar->group && !sidecar->queryHeads && !sidecar->kvHeads && !sidecar->kind);
        QVERIFY(sidecar->scales.empty() && sidecar->layers.empty() && sidecar->queryTokens.empty());
    }

    void tokensServeBothAxes()
    {
        const auto both = core::parseSidecar(partOf(R"({"tokens": ["a", "b"]})"));
        QCOMPARE(both->queryTokens, (Texts{"a", "b"}));
        QCOMPARE(both->keyTokens, (Texts{"a", "b"}));
        const auto one = core::parseSidecar(partOf(R"({"key_tokens": ["k"], "tokens": ["a", "b"]})"));
        QCOMPARE(one->queryTokens, (Texts{"a", "b"}));
        QCOMPARE(one->keyTokens, (Texts{"k"}));
    }

    void scalesMayDifferByLayer()
    {
        QCOMPARE(core::parseSidecar(partOf(R"({"scale": [0.125, 0.08838834764831845]})"))->scales,
            (std::vector<double>{0.125, 0.08838834764831845}));
        QCOMPARE(core::parseSidecar(partOf(R"({"scale": 1})"))->scales, (std::vector<double>{1}));
    }

    void termsOfScores()
    {
        using Windows = std::vector<std::optional<std::uint64_t>>;
        using Lists = std::vector<std::vector<double>>;
        QVERIFY(core::parseSidecar(partOf(R"({"window": 128})"))->windows == Windows{128});
        QVERIFY(core::parseSidecar(partOf(R"({"window": [128, null]})"))->windows == (Windows{128, std::nullopt}));
        QVERIFY(core::parseSidecar(partOf(R"({"window": null})"))->windows.empty());
        QVERIFY(core::parseSidecar(partOf(R"({"sink_logits": 0})"))->sinkScores == (Lists{{0}}));
        QVERIFY(core::parseSidecar(partOf(R"({"sink_logits": [0.5, -1]})"))->sinkScores == (Lists{{0.5, -1}}));
        QVERIFY(
            core::parseSidecar(partOf(R"({"sink_logits": [[0.5, -1], 2]})"))->sinkScores == (Lists{{0.5, -1}, {2}}));
        QCOMPARE(core::parseSidecar(partOf(R"({"softcap": 50})"))->softCaps, (std::vector<double>{50}));
        QCOMPARE(*core::parseSidecar(partOf(R"({"rope_applied": false})"))->positionsApplied, false);
        QVERIFY(core::parseSidecar(partOf(R"({"scale": 1})"))->unread.empty());
    }

    /// They are never passed over: what is not understood is named.
    void unreadTermsOfMetadata()
    {
        const auto unread = core::sidecarInMetadata(
            {{"window", "hann"}, {"softcap", "x"}, {"sink_logits", "[[]]"}, {"rope_applied", "no"}, {"scale", "big"}},
            "x");
        QVERIFY(unread.has_value());
        QCOMPARE(unread->unread, (Texts{"scale", "window", "sink_logits", "softcap", "rope_applied"}));
        const auto read = core::sidecarInMetadata(
            {{"window", "None"}, {"softcap", "50.0"}, {"sink_logits", "[1, 2]"}, {"rope_applied", "False"}}, "x");
        QVERIFY(read && read->unread.empty() && read->windows.empty());
        QCOMPARE(read->softCaps, (std::vector<double>{50}));
        QCOMPARE(*read->positionsApplied, false);
        // A sidecar settles it.
        core::Sidecar beside;
        beside.windows = {4};
        beside.scales = {1};
        beside.softCaps = {0};
        QCOMPARE(core::merged(beside, *unread).unread, (Texts{"sink_logits", "rope_applied"}));
        QCOMPARE(core::merged(beside, *read).softCaps, (std::vector<double>{0}));
    }

    void logitsAreScores()
    {
        QCOMPARE(*core::parseSidecar(partOf(R"({"kind": "logits"})"))->kind, std::string("scores"));
    }

    void contentIsANote()
    {
        QCOMPARE(core::parseSidecar(partOf(R"({"content": "c"})"))->note, std::string("c"));
        QCOMPARE(core::parseSidecar(partOf(R"({"note": "n", "content": "c"})"))->note, std::string("n"));
    }

    void malformedIsAnError_data()
    {
        std::string deep = R"({"x": )";
        deep += std::string(100'000, '[');
        std::string many = R"({"x": [0)";
        for (int i = 0; i < 4'000'000; ++i)
            many += ",0";
        many += "]}";
        support::addBroken({
            {"empty", "", ErrorCode::Malformed, "JSON"},
            {"a list", "[]", ErrorCode::Malformed, "no object"},
            {"cut", R"({"causal": tr)", ErrorCode::Malformed, "JSON"},
            {"not UTF-8", "{\"model\": \"\xe9\"}", ErrorCode::Malformed, "JSON"},
            {"NaN", R"({"scale": NaN})", ErrorCode::Malformed, "JSON"},
            {"key twice", R"({"causal": true, "causal": false})", ErrorCode::Malformed, "'causal' stands twice"},
            {"deep", deep, ErrorCode::Malformed, "nested more than"},
            {"many values", many, ErrorCode::Malformed, "more than 4000000 values"},
            {"large", std::string(64'000'001, ' '), ErrorCode::TooLarge, "64000001 bytes, more than 64000000"},
            {"causal a word", R"({"causal": "yes"})", ErrorCode::Malformed, "'causal' must be true or false"},
            {"scale a word", R"({"scale": "x"})", ErrorCode::Malformed,
                "'scale' must be a number or a list of numbers"},
            {"no scale", R"({"scale": []})", ErrorCode::Malformed, "'scale' must be"},
            {"scale too large", R"({"scale": 1e999})", ErrorCode::Malformed, "too large"},
            {"no head", R"({"n_heads": 0})", ErrorCode::Malformed, "'n_heads' must be a whole number above 0"},
            {"half a head", R"({"n_kv_heads": 0.5})", ErrorCode::Malformed, "'n_kv_heads' must be"},
            {"negative layer", R"({"layers": [-1]})", ErrorCode::Malformed, "'layers' must be a list of whole numbers"},
            {"layer beyond 32 bits", R"({"layers": [4294967296]})", ErrorCode::Malformed, "'layers' must be"},
            {"one layer", R"({"layers": 3})", ErrorCode::Malformed, "'layers' must be"},
            {"token a number", R"({"tokens": ["a", 1]})", ErrorCode::Malformed, "'tokens' must be a list of strings"},
            {"batch flat", R"({"batch_tokens": ["a"]})", ErrorCode::Malformed,
                "'batch_tokens' must be a list of lists"},
            {"kind", R"({"kind": "magic"})", ErrorCode::Malformed, "'kind' must be 'probs'"},
            {"no window", R"({"window": 0})", ErrorCode::Malformed, "'window' must be a whole number above 0"},
            {"half a window", R"({"window": 2.5})", ErrorCode::Malformed, "'window' must be"},
            {"no windows", R"({"window": []})", ErrorCode::Malformed, "'window' must be"},
            {"sink a word", R"({"sink_logits": ["x"]})", ErrorCode::Malformed, "'sink_logits' must be a number"},
            {"no sinks", R"({"sink_logits": []})", ErrorCode::Malformed, "'sink_logits' must be"},
            {"sinks too deep", R"({"sink_logits": [[[1]]]})", ErrorCode::Malformed, "'sink_logits' must be"},
            {"sink null", R"({"sink_logits": [null, 1]})", ErrorCode::Malformed, "'sink_logits' must be"},
            {"softcap a word", R"({"softcap": "x"})", ErrorCode::Malformed, "'softcap' must be"},
            {"rope a word", R"({"rope_applied": "no"})", ErrorCode::Malformed, "'rope_applied' must be true or false"},
            {"group", R"({"group": 1})", ErrorCode::Malformed, "'group' must be a string"},
            {"stated a list", R"({"stated": []})", ErrorCode::Malformed, "'stated' must be an object of kind, roles"},
            {"stated roles", R"({"stated": {"roles": 3}})", ErrorCode::Malformed, "'stated' must be an object"},
            {"stated scales", R"({"stated": {"scale": [1, 2]}})", ErrorCode::Malformed, "'stated' must be an object"},
        });
    }

    void malformedIsAnError()
    {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto sidecar = core::parseSidecar(partOf(content.toStdString()));
        QVERIFY(!sidecar.has_value());
        support::verifyRefused(sidecar.error(), code, reason);
    }

    void metadataHoldJsonAsText()
    {
        const auto sidecar = core::sidecarInMetadata(
            {{"scale", "[0.5, 0.25]"}, {"n_heads", "8"}, {"causal", "False"}, {"tokens", R"(["a"])"}, {"layers", "[3]"},
                {"group", "encoder"}, {"model", "12"}},
            "x.safetensors");
        QVERIFY(sidecar.has_value());
        QCOMPARE(sidecar->path, std::string("metadata of x.safetensors"));
        QCOMPARE(sidecar->scales, (std::vector<double>{0.5, 0.25}));
        QCOMPARE(*sidecar->queryHeads, std::uint64_t(8));
        QCOMPARE(*sidecar->causal, false);
        QCOMPARE(sidecar->keyTokens, (Texts{"a"}));
        QCOMPARE(sidecar->layers, (std::vector<std::uint32_t>{3}));
        QCOMPARE(*sidecar->group, std::string("encoder"));
        QCOMPARE(sidecar->model, std::string("12"));
    }

    void othersMetadataArePassedOver()
    {
        QVERIFY(!core::sidecarInMetadata({{"format", "pt"}}, "x"));
        QVERIFY(!core::sidecarInMetadata({{"kind", "encoder self-attention"}, {"layers", "12"}}, "x"));
        const auto half = core::sidecarInMetadata({{"layers", "12"}, {"tokens", "["}, {"scale", "0.5"}}, "x");
        QVERIFY(half && half->layers.empty() && half->queryTokens.empty());
        QCOMPARE(half->scales, (std::vector<double>{0.5}));
    }

    void theFirstOverridesTheSecond()
    {
        core::Sidecar first;
        first.path = std::string("a");
        first.scales = {0.5};
        first.causal = false;
        core::Sidecar second;
        second.path = std::string("b");
        second.scales = {2};
        second.causal = true;
        second.kvHeads = 2;
        second.model = std::string("m");
        const auto both = core::merged(first, second);
        QCOMPARE(both.path, std::string("a and b"));
        QCOMPARE(both.scales, (std::vector<double>{0.5}));
        QCOMPARE(*both.causal, false);
        QCOMPARE(*both.kvHeads, std::uint64_t(2));
        QCOMPARE(both.model, std::string("m"));
    }

    void pathLosesOneExtension()
    {
        QCOMPARE(core::sidecarPathOf("d/a.b.npz"), std::filesystem::path("d/a.b.tokens.json"));
        QCOMPARE(core::sidecarPathOf("dump"), std::filesystem::path("dump.tokens.json"));
    }

    void fileMayBeMissing()
    {
        const support::TempFolder folder;
        const auto none = core::readSidecar(folder.path() / "x.tokens.json");
        QVERIFY(none.has_value() && !none->has_value());
        const auto some = core::readSidecar(folder.write("y.tokens.json", "{}"));
        QVERIFY(some.has_value() && some->has_value());
        QCOMPARE((*some)->path, std::string("y.tokens.json"));
    }
};

QTEST_GUILESS_MAIN(TestSidecar)
#include "tst_sidecar.moc"
