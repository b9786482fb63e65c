// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/captureof.h"

#include <QtTest>

#include "capturetext.h"
#include "memorydump.h"

namespace {

/// Hints from words as on the command line, without dashes: "kind=scores roles=LHQK causal=yes".
core::Hints hintsOf(const std::string& text)
{
    core::Hints hints;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::string key = word.substr(0, word.find('='));
        const std::string value = word.substr(word.find('=') + 1);
        if (key == "kind")
            hints.kind = value == "qkv" ? core::Source::Factors
                : value == "scores"     ? core::Source::Scores
                                        : core::Source::Probabilities;
        else if (key == "roles")
            hints.roles = value;
        else if (key == "causal")
            hints.causal = value == "yes";
        else if (key == "scale")
            hints.scale = std::stod(value);
        else if (key == "q-heads")
            hints.queryHeads = std::stoull(value);
        else if (key == "kv-heads")
            hints.kvHeads = std::stoull(value);
        else if (key == "mask")
            hints.mask = value;
        else if (key == "group")
            hints.group = value;
    }
    return hints;
}

}

class TestHints : public QObject
{
    Q_OBJECT

private slots:
    void override_data()
    {
        QTest::addColumn<QByteArray>("tensors");
        QTest::addColumn<QByteArray>("sidecar");
        QTest::addColumn<QByteArray>("hints");
        QTest::addColumn<QByteArray>("heads");
        QTest::addColumn<QByteArray>("finding");
        const auto row = [](const char* name, const char* tensors, const char* sidecar, const char* hints,
                             const char* heads, const char* finding) {
            QTest::newRow(name) << QByteArray(tensors) << QByteArray(sidecar) << QByteArray(hints) << QByteArray(heads)
                                << QByteArray(finding);
        };
        row("scale over one that is not understood", "q_0 F 2x6x4; k_0 F 2x6x4", "causal=no unread=scale", "scale=0.5",
            "L0 qkv 2 6x6 scale 0.5 *", "scale: 0.5 (stated by hint)");
        row("layers", "x P 2x4x12x12", "", "roles=LHQK", "L0 probs 4 12x12 * | L1 probs 4 12x12 *",
            "roles: LHQK (stated by hint)");
        row("batch", "x P 2x4x12x12", "", "roles=BHQK", "L0 probs 4 12x12 items 2 *", "roles: BHQK");
        row("batch before layers", "x P 2x3x4x6x6", "", "roles=BLHQK",
            "L0 probs 4 6x6 items 2 * | L1 probs 4 6x6 items 2 * | L2 probs 4 6x6 items 2 *", "roles: BLHQK");
        row("on its side", "attn U 4x6x12", "", "roles=HKQ", "L0 probs 4 12x6 *", "roles: HKQ");
        row("leading one left out", "x P 1x4x12x12", "", "roles=HQK", "L0 probs 4 12x12 *", "roles: HQK");
        row("positions first", "q_0 F 8x8x4; k_0 F 8x8x4", "causal=no", "roles=PHD", "L0 qkv 8 8x8 scale 0.5 *",
            "roles: PHD");
        row("kind against values", "x S 4x12x12", "", "kind=probs", "L0 probs 4 12x12 *",
            "x: probs (stated by hint, although values from ");
        row("kind where it is open", "x Z 4x12x12", "", "kind=scores", "L0 scores 4 12x12 *",
            "kind: scores (stated by hint)");
        row("kind of a rectangle without a name", "x S 4x5x12", "", "kind=scores", "L0 scores 4 5x12 *",
            "kind: scores");
        row("kind against a factor's name", "k P 4x12x12", "", "kind=scores", "L0 scores 4 12x12 *", "kind: scores");
        row("Q and K against values", "q P 4x12x12; k P 4x12x12", "causal=no", "kind=qkv",
            "L0 qkv 4 12x12 scale 0.288675 *", "kind: qkv");
        row("causal over sidecar", "x P 4x12x12", "causal=no", "causal=yes", "L0 probs 4 12x12 causal *",
            "causal: yes (stated by hint)");
        row("causal where it is open", "q_0 F 4x12x4; k_0 F 4x12x4", "", "causal=no", "L0 qkv 4 12x12 scale 0.5 *",
            "causal: no (stated by hint)");
        row("causal spares cross beside others", "decoder_attn C 2x6x6; cross_attn P 2x6x6", "", "causal=yes",
            "cross L0 probs 2 6x6 * | decoder L0 probs 2 6x6 causal *", "causal decoder: yes (stated by hint)");
        row("scale over sidecar", "q_0 F 4x12x4; k_0 F 4x12x4", "causal=no scale=0.5", "scale=0.125",
            "L0 qkv 4 12x12 scale 0.125 *", "scale: 0.125 (stated by hint)");
        row("query heads tell the axes", "q_0 F 8x6x4; k_0 F 8x6x4", "causal=no", "q-heads=6",
            "L0 qkv 6 8x8 scale 0.5 *", "heads: 6 (stated by hint)");
        row("kv heads of stored rows", "x P 8x12x12", "", "kv-heads=2", "L0 probs 8/2 12x12 *",
            "kv heads: 8 query : 2 kv");
        row("mask of another name", "x P 2x4x12x12; real M 2x12 int64", "", "mask=real", "L0 probs 4 12x12 items 2 *",
            "padding: 1 padded key in 2 items");
        row("one of two masks", "x P 2x4x12x12; a_mask M 2x12 int64; b_mask M 2x12 int64", "", "mask=b_mask",
            "L0 probs 4 12x12 items 2 *", "'b_mask' holds 0 there");
        row("group", "x P 4x12x12", "", "group=cross", "cross L0 probs 4 12x12 *", "group: cross (stated by hint)");
        row("a group that is stated stays", "x P 4x12x12", "group=encoder", "group=cross", "encoder L0 probs 4 12x12 *",
            "causal: no");
    }

    void override()
    {
        QFETCH(QByteArray, tensors);
        QFETCH(QByteArray, sidecar);
        QFETCH(QByteArray, hints);
        QFETCH(QByteArray, heads);
        QFETCH(QByteArray, finding);
        const auto capture = core::captureOf(
            support::dumpOf(tensors.toStdString(), sidecar.toStdString()), hintsOf(hints.toStdString()));
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(support::headsText(**capture)), heads);
        const QByteArray told = QByteArray::fromStdString(support::findingsText(**capture));
        QVERIFY2(told.contains(finding), told);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("tensors");
        QTest::addColumn<QByteArray>("hints");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char* name, const char* tensors, const char* hints, const char* part) {
            QTest::newRow(name) << QByteArray(tensors) << QByteArray(hints) << QByteArray(part);
        };
        const auto* const shared = "model.layers.0.q F 8x12x4; model.layers.0.k F 4x12x4";
        row("no such axis", "x P 4x12x12", "roles=HXK", "'X' is no axis");
        row("an axis twice", "x P 4x12x12", "roles=HHK", "'H' stands there twice");
        row("no key axis", "x P 4x12x12", "roles=BHQ", "it needs either Q and K, or P and D");
        row("mixed axes", "x P 4x12x12", "roles=QKD", "it needs either Q and K, or P and D");
        row("too many axes", "x P 4x12x12", "roles=LBHQK", "no attention tensor has 5 such axes");
        row("too few axes", "x P 4x12x12", "roles=QK", "no attention tensor has 2 such axes");
        row("axes of another kind", "x P 4x12x12", "roles=HPD", "no attention tensor has 3 such axes");
        row("kind and roles", "x P 4x12x12", "roles=HPD kind=probs", "P and D those of Q, K and V");
        row("no Q, K, V", "x P 4x12x12", "kind=qkv", "no tensor is named as K");
        row("query heads", shared, "q-heads=6", "has 8 heads");
        row("kv heads", shared, "kv-heads=2", "has 4 heads");
        row("heads that do not divide", shared, "q-heads=8 kv-heads=3", "8 query heads cannot share them equally");
        row("no heads", shared, "q-heads=0", "it has to be at least 1");
        row("scale", shared, "scale=-1", "positive number");
        row("infinite scale", shared, "scale=inf", "positive number");
        row("no such mask", "x P 4x12x12", "mask=nothing", "the dump has no such tensor");
        row("not a mask", "x P 4x12x12; y S 4x12", "mask=y", "numbers other than 0 and 1");
        row("a mask that does not fit", "x P 4x12x12; m M 1x11 int64", "mask=m", "does not fit 1 item x 12 keys");
    }

    void refused()
    {
        QFETCH(QByteArray, tensors);
        QFETCH(QByteArray, hints);
        QFETCH(QByteArray, part);
        const auto capture = core::captureOf(support::dumpOf(tensors.toStdString()), hintsOf(hints.toStdString()));
        QVERIFY(!capture);
        QCOMPARE(static_cast<int>(capture.error().code), static_cast<int>(core::ErrorCode::BadRequest));
        QVERIFY2(QByteArray::fromStdString(capture.error().message).startsWith("failed to use "),
            capture.error().message.c_str());
        QVERIFY2(QByteArray::fromStdString(capture.error().message).contains(part), capture.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestHints)
#include "tst_hints.moc"
