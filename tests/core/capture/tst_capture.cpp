// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/captureof.h"

#include <QtTest>

#include "capturetext.h"
#include "memorydump.h"

namespace {

/// Reads every element, so that a sanitizer sees one that lies outside its tensor.
void touchAll(const core::RowBatch& batch)
{
    const auto touch = [](const core::StoredMatrix& matrix) {
        std::vector<double> row(matrix.columns);
        for (std::size_t i = 0; i < matrix.rows; ++i)
            matrix.decodeRow(i, row.data());
    };
    if (const auto* const factors = std::get_if<core::FactorRows>(&batch.data)) {
        touch(factors->queries);
        touch(factors->keys);
    } else {
        touch(std::get<core::StoredRows>(batch.data).matrix);
    }
}

}

class TestCapture : public QObject
{
    Q_OBJECT

private slots:
    /// Each would be a layer of its own, of one row.
    void stepsThatDoNotStackAreRefused()
    {
        core::DumpFile dump = support::dumpOf("a[0][0] P 1x2x4x4; a[1][0] P 1x2x1x9");
        dump.steps = core::stackSteps(dump.tensors, "'x'").value();
        const auto capture = core::captureOf(std::move(dump));
        QVERIFY(!capture && capture.error().code == core::ErrorCode::Unsupported);
        QCOMPARE(QByteArray::fromStdString(capture.error().message),
            "failed to open 'memory.npz': its tensors 'a[..][..]' are lists in a list and no steps of generation: of "
            "layer 0 step 1 has 9 keys after 4 and 1 new ones");
    }

    void rolesAndHeads_data()
    {
        QTest::addColumn<QByteArray>("tensors");
        QTest::addColumn<QByteArray>("sidecar");
        QTest::addColumn<QByteArray>("roles");
        QTest::addColumn<QByteArray>("heads");
        const auto row = [](const char* name, const char* tensors, const char* sidecar, const char* roles,
                             const char* heads) {
            QTest::newRow(name) << QByteArray(tensors) << QByteArray(sidecar) << QByteArray(roles) << QByteArray(heads);
        };
        row("a matrix", "x P 12x12", "", "x P(query,key)", "L0 probs 1 12x12 *");
        row("heads", "x P 4x12x12", "", "x P(head,query,key)", "L0 probs 4 12x12 *");
        row("batch of one", "x P 1x4x12x12", "", "x P(single,head,query,key)", "L0 probs 4 12x12 *");
        row("layer in the name, so a batch", "layers.3.probs P 2x4x12x12", "", "layers.3.probs P(item,head,query,key)",
            "L3 probs 4 12x12 items 2 *");
        row("layers of the sidecar", "x P 2x4x12x12", "layers=2,5", "x P(layer,head,query,key)",
            "L2 probs 4 12x12 * | L5 probs 4 12x12 *");
        row("items of the sidecar", "x P 2x4x12x12", "items=2x12", "x P(item,head,query,key)",
            "L0 probs 4 12x12 items 2 *");
        row("batch by the mask", "x P 2x4x12x12; attention_mask M 2x12 int64", "",
            "x P(item,head,query,key) | attention_mask mask(item,key)", "L0 probs 4 12x12 items 2 *");
        row("five axes", "x P 3x2x4x8x8", "layers=0,1,2", "x P(layer,item,head,query,key)",
            "L0 probs 4 8x8 items 2 * | L1 probs 4 8x8 items 2 * | L2 probs 4 8x8 items 2 *");
        row("five axes, batch first", "x P 2x3x4x8x8", "layers=0,1,2", "x P(item,layer,head,query,key)",
            "L0 probs 4 8x8 items 2 * | L1 probs 4 8x8 items 2 * | L2 probs 4 8x8 items 2 *");
        row("five axes, batch of one", "x P 2x1x4x8x8", "", "x P(layer,single,head,query,key)",
            "L0 probs 4 8x8 * | L1 probs 4 8x8 *");
        row("six axes, one empty of meaning", "x P 1x3x2x4x8x8", "layers=0,1,2",
            "x P(single,layer,item,head,query,key)",
            "L0 probs 4 8x8 items 2 * | L1 probs 4 8x8 items 2 * | L2 probs 4 8x8 items 2 *");
        row("averaged heads of layers", "x P 3x8x8", "heads=8 layers=0,1,2", "x P(layer,query,key)",
            "L0 probs 1 8x8 * | L1 probs 1 8x8 * | L2 probs 1 8x8 *");
        row("half precision", "x P 4x12x12 float16", "", "x P(head,query,key)", "L0 probs 4 12x12 *");
        row("bfloat16", "x P 4x12x12 bfloat16", "", "x P(head,query,key)", "L0 probs 4 12x12 *");
        row("scores by negative values", "x S 4x12x12", "", "x S(head,query,key)", "L0 scores 4 12x12 *");
        row("causal scores", "x T 4x12x12", "", "x S(head,query,key)", "L0 scores 4 12x12 causal *");
        row("causal probabilities", "x C 4x12x12", "", "x P(head,query,key)", "L0 probs 4 12x12 causal *");
        row("causal scores with rows of the lowest number", "x L 4x12x12", "", "x S(head,query,key)",
            "L0 scores 4 12x12 causal *");
        row("uniform rows are told by the name of the group", "decoder_attn N 4x12x12", "",
            "decoder_attn P(head,query,key)", "decoder L0 probs 4 12x12 causal *");
        row("causal rows after a prefix", "x C 4x5x12", "", "x P(head,query,key)", "L0 probs 4 5x12 causal *");
        row("one decoding step", "x P 4x1x12", "", "x P(head,query,key)", "L0 probs 4 1x12 *");
        row("one key", "x P 4x6x1", "", "x P(head,query,key)", "L0 probs 4 6x1 *");
        row("cross", "cross_attn P 4x5x12", "", "cross_attn P(head,query,key)", "cross L0 probs 4 5x12 *");
        row("NaN and zero rows", "x X 4x12x12", "", "x P(head,query,key)", "L0 probs 4 12x12 *");
        row("only zeros, by name", "attn Z 4x12x12", "", "attn P(head,query,key)", "L0 probs 4 12x12 *");
        row("dropout", "attn D 4x12x12", "", "attn P(head,query,key)", "L0 probs 4 12x12 *");
        row("a sink outside", "x K 4x12x12", "", "x P(head,query,key)", "L0 probs 4 12x12 *");
        row("values overrule the name", "pattern S 4x12x12", "", "pattern S(head,query,key)", "L0 scores 4 12x12 *");
        row("values overrule the other name", "logits P 4x12x12", "", "logits P(head,query,key)", "L0 probs 4 12x12 *");
        row("values overrule a factor's name", "k P 4x12x12", "", "k P(head,query,key)", "L0 probs 4 12x12 *");
        row("Q and K", "q_0 F 4x12x8; k_0 F 4x12x8", "causal=yes",
            "q_0 Q(head,position,dim) | k_0 K(head,position,dim)", "L0 qkv 4 12x12 causal scale 0.353553 *");
        row("vectors in [0, 1] stay vectors", "q_0 V 4x12x8; k_0 V 4x12x8; v_0 V 4x12x8", "causal=no scale=2",
            "q_0 Q(head,position,dim) | k_0 K(head,position,dim) | v_0 V(head,position,dim)",
            "L0 qkv 4 12x12 scale 2 +V *");
        row("shared K", "q_0 F 8x12x4; k_0 F 2x12x4; v_0 F 2x12x6", "causal=yes",
            "q_0 Q(head,position,dim) | k_0 K(head,position,dim) | v_0 V(head,position,dim)",
            "L0 qkv 8/2 12x12 causal scale 0.5 +V *");
        row("one K for all", "q_0 F 8x12x4; k_0 F 1x12x4", "causal=no",
            "q_0 Q(head,position,dim) | k_0 K(head,position,dim)", "L0 qkv 8/1 12x12 scale 0.5 *");
        row("a single head", "q F 12x4; k F 12x4", "causal=no", "q Q(position,dim) | k K(position,dim)",
            "L0 qkv 1 12x12 scale 0.5 *");
        row("position before head by n_heads", "q_0 F 5x8x4; k_0 F 5x2x4", "heads=8 kv=2 causal=no",
            "q_0 Q(position,head,dim) | k_0 K(position,head,dim)", "L0 qkv 8/2 5x5 scale 0.5 *");
        row("position before head by tokens", "q_0 F 6x8x4; k_0 F 6x8x4", "queries=6 keys=6 causal=no",
            "q_0 Q(position,head,dim) | k_0 K(position,head,dim)", "L0 qkv 8 6x6 scale 0.5 *");
        row("position before head by other tensors", "attn_0 P 8x6x6; q_0 F 6x8x4; k_0 F 6x8x4", "",
            "attn_0 P(head,query,key) | q_0 Q(position,head,dim) | k_0 K(position,head,dim)",
            "L0 qkv 8 6x6 scale 0.5 * | L0 probs 8 6x6");
        row("position before head by the tool", "blocks.0.attn.hook_q F 2x12x4x8; blocks.0.attn.hook_k F 2x12x4x8",
            "causal=yes",
            "blocks.0.attn.hook_q Q(item,position,head,dim) | blocks.0.attn.hook_k K(item,position,head,dim)",
            "L0 qkv 4 12x12 items 2 causal scale 0.353553 *");
        row("Q and K after positions before those without",
            "blocks.0.attn.hook_q F 12x4x8; blocks.0.attn.hook_k F 12x4x8; blocks.0.attn.hook_rot_q F 12x4x8; "
            "blocks.0.attn.hook_rot_k F 12x2x8",
            "causal=yes",
            "blocks.0.attn.hook_q -(position,head,dim) | blocks.0.attn.hook_k -(position,head,dim) | "
            "blocks.0.attn.hook_rot_q Q(position,head,dim) | blocks.0.attn.hook_rot_k K(position,head,dim)",
            "L0 qkv 4/2 12x12 causal scale 0.353553 *");
        row("a batch of Q and K", "layer1_q F 3x4x12x8; layer1_k F 3x4x12x8", "causal=no",
            "layer1_q Q(item,head,position,dim) | layer1_k K(item,head,position,dim)",
            "L1 qkv 4 12x12 items 3 scale 0.353553 *");
        row("a stack of Q and K", "q F 3x4x12x4; k F 3x4x12x4", "layers=0,4,8 causal=no",
            "q Q(layer,head,position,dim) | k K(layer,head,position,dim)",
            "L0 qkv 4 12x12 scale 0.5 * | L4 qkv 4 12x12 scale 0.5 * | L8 qkv 4 12x12 scale 0.5 *");
        row("groups by name",
            "encoder.layers.0.self_attn.attn_weights P 2x6x6; decoder.layers.0.self_attn.attn_weights C 2x4x4; "
            "decoder.layers.0.encoder_attn.attn_weights P 2x4x6",
            "",
            "encoder.layers.0.self_attn.attn_weights P(head,query,key) | decoder.layers.0.self_attn.attn_weights "
            "P(head,query,key)"
            " | decoder.layers.0.encoder_attn.attn_weights P(head,query,key)",
            "cross L0 probs 2 4x6 * | decoder L0 probs 2 4x4 causal * | encoder L0 probs 2 6x6 *");
        row("several sources, scales and dims",
            "blk0_q F 2x6x4; blk0_k F 2x6x4; blk0_v F 2x6x3; blk0_probs P 2x6x6; blk1_q F 2x6x16; blk1_k F 2x6x16; "
            "blk1_logits S 2x6x6",
            "scale=0.5,0.25 group=encoder causal=no",
            "blk0_q Q(head,position,dim) | blk0_k K(head,position,dim) | blk0_v V(head,position,dim) | blk0_probs "
            "P(head,query,key) | "
            "blk1_q Q(head,position,dim) | blk1_k K(head,position,dim) | blk1_logits S(head,query,key)",
            "encoder L0 qkv 2 6x6 scale 0.5 +V * | encoder L0 probs 2 6x6 +V | encoder L1 qkv 2 6x6 scale 0.25 * | "
            "encoder L1 scores 2 6x6");
        row("causality of Q and K by the stored rows beside them",
            "layer0_q F 2x6x4; layer0_k F 2x6x4; layer1_attn C 2x6x6", "",
            "layer0_q Q(head,position,dim) | layer0_k K(head,position,dim) | layer1_attn P(head,query,key)",
            "L0 qkv 2 6x6 causal scale 0.5 * | L1 probs 2 6x6 causal *");
        row("causality by names", "model.layers.0.self_attn.q F 2x6x4; model.layers.0.self_attn.k F 2x6x4", "",
            "model.layers.0.self_attn.q Q(head,position,dim) | model.layers.0.self_attn.k K(head,position,dim)",
            "L0 qkv 2 6x6 causal scale 0.5 *");
        row("kv heads of stored rows", "x C 8x6x6", "kv=4 heads=8", "x P(head,query,key)", "L0 probs 8/4 6x6 causal *");
        row("a list of layers", "arr_0 P 2x6x6; arr_1 P 2x6x6", "layers=3,9",
            "arr_0 P(head,query,key) | arr_1 P(head,query,key)", "L3 probs 2 6x6 * | L9 probs 2 6x6 *");
        row("what is no attention", "x P 2x6x6; input_ids M 6 int64; q_proj F 6x6; empty P 0x6x6; counts M 6x6 int32",
            "",
            "x P(head,query,key) | input_ids -(single) | q_proj -(single,single) | empty -(single,single,single) | "
            "counts -(single,single)",
            "L0 probs 2 6x6 *");
        row("Q without K", "attn_0 P 2x6x6; q_0 F 2x6x4", "", "attn_0 P(head,query,key) | q_0 Q(head,position,dim)",
            "L0 probs 2 6x6 *");
    }

    void rolesAndHeads()
    {
        QFETCH(QByteArray, tensors);
        QFETCH(QByteArray, sidecar);
        QFETCH(QByteArray, roles);
        QFETCH(QByteArray, heads);
        const auto capture = core::captureOf(support::dumpOf(tensors.toStdString(), sidecar.toStdString()));
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(support::rolesText(**capture)), roles);
        QCOMPARE(QByteArray::fromStdString(support::headsText(**capture)), heads);
        for (const auto& reading : (*capture)->readings()) {
            QVERIFY2(!reading.reason.empty(), "every tensor has a reason");
            QCOMPARE(reading.axisReasons.size(), reading.axes.size());
        }
    }

    void findings_data()
    {
        QTest::addColumn<QByteArray>("tensors");
        QTest::addColumn<QByteArray>("sidecar");
        QTest::addColumn<QByteArray>("finding");
        const auto row = [](const char* name, const char* tensors, const char* sidecar, const char* finding) {
            QTest::newRow(name) << QByteArray(tensors) << QByteArray(sidecar) << QByteArray(finding);
        };
        const auto* const shared = "q_0 F 8x12x8; k_0 F 4x12x8; v_0 F 4x12x8";
        const auto* const stated = "causal=yes heads=8 kv=4 scale=0.3535533905932738";
        row("causal", shared, stated, "causal: yes (the sidecar says \"causal\": true)");
        row("scale", shared, stated, "scale: 0.353553 (from the sidecar, = 1/sqrt(8))");
        row("kv heads", shared, stated,
            "kv heads: 8 query : 4 kv (2 neighbours share one, = n_kv_heads in the sidecar)");
        row("heads", shared, stated, "heads: 8 (n_heads in the sidecar)");
        row("inferred scale", shared, "causal=no", "scale: 0.353553 (inferred: 1/sqrt(8))");
        row("scale of a layer", "q_0 F 2x6x4; k_0 F 2x6x4; q_1 F 2x6x4; k_1 F 2x6x4", "causal=no scale=0.5,3",
            "scale L1: 3 (from the sidecar)");
        row("causal by rows", "x C 4x12x12", "",
            "causal: yes (inferred: sampled rows hold no weight above the diagonal)");
        row("not causal by rows", "x P 4x12x12", "",
            "causal: no (inferred: sampled rows have weight above the diagonal)");
        row("statement against rows", "x P 4x12x12", "causal=yes", "mass above the diagonal: ");
        row("statement of no against rows", "x C 4x12x12", "causal=no",
            "causal: no (the sidecar says \"causal\": false, although sampled rows of 'x' hold no weight above the "
            "diagonal)");
        row("alignment", "x C 4x5x12", "causal=yes",
            "alignment: the last query sees every key (5 rows x 12 keys: row i sees keys 0 to i + 7)");
        row("room of a cache", "x A 4x5x12", "",
            "row i sees keys 0 to i + 7; but sampled rows have weight on keys 0 to i only: if the keys behind are "
            "unused room of a cache");
        row("window", "x W 4x12x12", "", "window: 3 keys (no sampled row has weight further back)");
        row("stated window", shared, "causal=yes window=4", "window: 4 keys up to the query's own (from the sidecar)");
        row("no window in a layer", "q_0 F 2x6x4; k_0 F 2x6x4; q_1 F 2x6x4; k_1 F 2x6x4", "causal=yes window=4,all",
            "window L1: none (from the sidecar)");
        row("window against rows", "x C 4x12x12", "window=4",
            "says \"window\": 4, although 16 sampled rows of 'x' have weight there; it is left out)");
        row("sinks of the sidecar", shared, "causal=yes sinks=1,2,3,4,5,6,7,8",
            "sinks: in every row's denominator, never counted as a key (scores from the sidecar)");
        row("sinks of a tensor", "q_0 F 2x6x4; k_0 F 2x6x4; sinks_0 F 2", "causal=yes",
            "sinks: in every row's denominator, never counted as a key (scores from 'sinks_0')");
        row("sinks of probabilities", "attn_0 P 2x6x6; q_0 F 2x6x4; k_0 F 2x6x4", "sinks=1,2",
            "sinks of probabilities: not applied (stored probabilities are read as they are, whatever their sum)");
        row("sinks beside probabilities only", "attn_0 P 2x6x6; sinks_0 F 2", "",
            "sinks_0: not used (named as sinks, but no row of its layer is computed from scores or Q and K)");
        row("soft-cap", shared, "causal=no softcap=50", "soft-cap: 50 x tanh(score / 50) (from the sidecar)");
        row("soft-cap of one layer", "q_0 F 2x6x4; k_0 F 2x6x4; q_1 F 2x6x4; k_1 F 2x6x4", "causal=no softcap=0,30",
            "soft-cap L1: 30 x tanh(score / 30) (from the sidecar)");
        row("bias of scores", "attn_0 P 2x6x6; q_0 F 2x6x4; k_0 F 2x6x4; layers.0.position_bias F 1x2x6x6", "",
            "k_0: not used (L0: 'layers.0.position_bias' (1 x 2 x 6 x 6) is named as a bias of scores, and such are "
            "not "
            "added)");
        row("bias of all layers", "attn_1 P 2x6x6; q_1 F 2x6x4; k_1 F 2x6x4; position_bias F 1x2x6x6", "",
            "k_1: not used (L1: 'position_bias'");
        row("Q and K before positions", "attn_0 P 2x6x6; q_0 F 2x6x4; k_0 F 2x6x4", "rope=no",
            "q_0: not used (L0: the sidecar says \"rope_applied\": false");
        row("a term that is not understood", "attn_0 P 2x6x6; q_0 F 2x6x4; k_0 F 2x6x4", "unread=window",
            "q_0: not used (L0: the sidecar has \"window\" with a value that is not understood");
        row("name against values", "pattern S 4x12x12", "",
            "pattern: scores (although the name says \"pattern\": values from ");
        row("kind against values", "x P 4x12x12", "kind=scores",
            "x: probabilities (although the sidecar says \"kind\": \"scores\": rows sum to 1)");
        row("n_heads against the axis", "x P 4x12x12", "heads=6",
            "heads: 4 (the tensor's axis, although n_heads in the sidecar says 6)");
        row("Q without K", "attn_0 P 2x6x6; q_0 F 2x6x4", "", "q_0: not used (L0: there are queries but no keys)");
        row("dims differ", "attn_0 P 2x6x6; q_0 F 2x6x4; k_0 F 2x6x5", "", "k_0: not used (L0: Q has 4 dims, K has 5)");
        row("two for one place", "attn P 2x6x6; probs P 2x6x6", "",
            "probs: not used (L0 has its P from 'attn' already)");
        row("mask", "x P 2x4x12x12; attention_mask M 2x12 int64", "",
            "padding: 1 padded key in 2 items ('attention_mask' holds 0 there; their weights and rows are left out)");
        row("mask of another length", "x P 1x4x12x12; attention_mask M 2x11 int64", "",
            "padding: none ('attention_mask' (2 items x 11 keys) does not fit 1 item x 12 keys)");
        row("mask of queries by keys", "x P 4x12x12; mask M 1x1x12x12 bool", "",
            "mask: not used (named as a mask, but its shape is ");
        row("rows or columns", "x E 2x4x4; y_1 P 2x4x4", "", "x: rows are queries (rows and columns both sum to 1");
        row("tokens too few", "x P 4x12x12", "queries=11 keys=12",
            "query tokens: not used (the sidecar has 11, a head has 12 queries)");
    }

    void findings()
    {
        QFETCH(QByteArray, tensors);
        QFETCH(QByteArray, sidecar);
        QFETCH(QByteArray, finding);
        const auto capture = core::captureOf(support::dumpOf(tensors.toStdString(), sidecar.toStdString()));
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        const QByteArray told = QByteArray::fromStdString(support::findingsText(**capture));
        QVERIFY2(told.contains(finding), told);
    }

    void reasonsOfTensors()
    {
        const auto capture = core::captureOf(support::dumpOf("x P 8x12x12; input_ids M 12 int64", "heads=8"));
        QVERIFY(capture);
        const auto& readings = (*capture)->readings();
        QCOMPARE(readings[0].reason, std::string("query and key axes are 12 x 12 and rows sum to 1"));
        QCOMPARE(readings[0].axisReasons[0], std::string("8 heads = n_heads in the sidecar"));
        QCOMPARE(readings[1].reason, std::string("the name says token or position numbers"));
    }

    void tokensOfItems()
    {
        const auto capture = core::captureOf(support::dumpOf("layer0_attn P 2x3x12x12", "items=2x12"));
        QVERIFY(capture);
        QCOMPARE((*capture)->queryTokens({0}).size(), 12U);
        QCOMPARE((*capture)->keyTokens({1}).size(), 12U);
        QCOMPARE((*capture)->keyTokens({2}).size(), 0U);
        const auto unfit = core::captureOf(support::dumpOf("x P 3x12x12", "queries=11 keys=12"));
        QVERIFY(unfit);
        QCOMPARE((*unfit)->queryTokens({0}).size(), 0U);
        QCOMPARE((*unfit)->keyTokens({0}).size(), 12U);
    }

    /// Each head has its own; one number is for all; probabilities have none.
    void sinksOfHeads()
    {
        const auto sinks = [](const char* tensors, const char* sidecar) {
            const auto capture = core::captureOf(support::dumpOf(tensors, sidecar));
            QByteArray text;
            if (capture)
                for (const auto& head : (*capture)->heads()) {
                    const auto rows = (*capture)->rows(head.id);
                    const auto batch = (*rows)->rows({0, 1});
                    text += head.sinkScore == batch->sinkScore ? "" : "differs ";
                    text += batch->sinkScore ? QByteArray::number(*batch->sinkScore) : QByteArray("none");
                    text += head.origin.sinks.empty() ? " " : "* ";
                }
            return text;
        };
        QCOMPARE(sinks("q_0 F 2x6x4; k_0 F 1x6x4", "causal=yes kv=1 sinks=1.5,-2"), QByteArray("1.5 -2 "));
        QCOMPARE(sinks("q_0 F 2x6x4; k_0 F 1x6x4", "causal=yes kv=1 sinks=0"), QByteArray("0 0 "));
        QCOMPARE(sinks("q_0 F 2x6x4; k_0 F 2x6x4; q_1 F 2x6x4; k_1 F 2x6x4", "causal=yes sinks=1,2/3,4"),
            QByteArray("1 2 3 4 "));
        QCOMPARE(sinks("x_0 T 2x6x6; x_1 T 2x6x6; sinks_1 Z 1x2x1x1", "sinks=0"), QByteArray("0 0 0* 0* "));
        QCOMPARE(sinks("scores_0 T 2x6x6; attn_0 C 2x6x6", "sinks=1,2"), QByteArray("1 none 2 none "));
    }

    /// What is refused of one layer leaves the others and other sources.
    void refusedFactors()
    {
        const auto capture = core::captureOf(
            support::dumpOf("attn_0 C 2x6x6; q_0 F 2x6x4; k_0 F 2x6x4; bias_0 F 2x6x6; q_1 F 2x6x4; k_1 F 2x6x4",
                "causal=yes scale=1,2"));
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(support::headsText(**capture)),
            QByteArray("L0 probs 2 6x6 causal * | L1 qkv 2 6x6 causal scale 2 *"));
    }

    /// Biases of projections, and masks of 0 and 1 that some models keep under this name, are none of scores.
    void otherBiases()
    {
        const auto capture = core::captureOf(support::dumpOf("q_0 F 2x6x4; k_0 F 2x6x4; h.0.attn.bias M 1x1x6x6 bool; "
                                                             "layers.0.q_proj.bias F 8; layers.1.bias F 2x6x6",
            "causal=yes"));
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        QCOMPARE((*capture)->heads().size(), 2U);
    }

    void softCapsOfLayers()
    {
        const auto capture = core::captureOf(
            support::dumpOf("q_0 F 1x6x4; k_0 F 1x6x4; q_1 F 1x6x4; k_1 F 1x6x4", "causal=yes softcap=0,30"));
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        const auto& heads = (*capture)->heads();
        QVERIFY(!heads[0].softCap && heads[1].softCap == 30.0);
        for (const auto& head : heads) {
            const auto batch = (*(*capture)->rows(head.id))->rows({0, 1});
            QCOMPARE(std::get<core::FactorRows>(batch->data).softCap, head.softCap.value_or(0));
        }
    }

    void headsAreOrderedAndNamed()
    {
        const auto capture = core::captureOf(
            support::dumpOf("layer1_attn P 2x2x6x6; layer0_q F 2x2x6x4; layer0_k F 2x2x6x4; layer0_attn P 2x2x6x6"));
        QVERIFY(capture);
        QByteArray order;
        for (const auto& head : (*capture)->heads())
            order += QByteArray::fromStdString(head.name) + (head.id.source == core::Source::Factors ? "* " : " ");
        QCOMPARE(order,
            QByteArray(
                "L0H0 item 0* L0H0 item 0 L0H1 item 0* L0H1 item 0 L0H0 item 1* L0H0 item 1 L0H1 item 1* L0H1 item 1 "
                "L1H0 item 0 L1H1 item 0 L1H0 item 1 L1H1 item 1 "));
        const auto chosen = core::defaultHeads(**capture);
        QCOMPARE(chosen.size(), 8U);
        QCOMPARE(chosen.front().id.source, core::Source::Factors);
        QCOMPARE(chosen.front().tensors, std::string("layer0_q, layer0_k"));
        QCOMPARE(chosen.back().tensors, std::string("layer1_attn"));
    }

    void errors_data()
    {
        QTest::addColumn<QByteArray>("tensors");
        QTest::addColumn<QByteArray>("sidecar");
        QTest::addColumn<core::ErrorCode>("code");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char* name, const char* tensors, const char* sidecar, core::ErrorCode code,
                             const char* part) {
            QTest::newRow(name) << QByteArray(tensors) << QByteArray(sidecar) << code << QByteArray(part);
        };
        using enum core::ErrorCode;
        row("nothing", "", "", Unsupported, "it holds 0 tensors");
        row("only integers", "x M 12x12 int64", "", Unsupported, "'x' (int64, 12 x 12): int64 numbers are no weights");
        row("only parameters", "model.layers.0.q_proj.weight F 8x8", "", Unsupported, "a parameter of the model");
        row("only an empty tensor", "x P 4x0x12", "", Unsupported, "an axis has length 0");
        row("only a vector", "attn P 12", "", Unsupported, "one axis");
        row("only V", "v_0 F 4x12x8", "", Unsupported, "V alone gives no rows");
        row("only Q", "q_0 F 4x12x8", "", Unsupported, "there are queries but no keys");
        row("too many axes", "attn P 2x2x2x2x4x4", "", Unsupported, "join or choose axes until layer, batch, head,");
        row("only a row", "attn P 12", "", Unsupported, "save x.reshape(1, 12)");
        row("only projections", "q_proj F 4x8; k_proj F 4x8", "", Unsupported, "save Q and K as attention multiplies");
        row("only bits", "attn M 12x12 uint16", "", Unsupported, "if they are the bits of bfloat16");
        row("a grid of queries", "blocks.0.attn2 P 2x2x3x4x9", "", Unsupported, "save x.reshape(2, 2, 12, 9)");
        row("Q and K of unlike dims", "q_0 F 4x12x8; k_0 F 4x12x6", "causal=no", Unsupported, "Q has 8 dims, K has 6");
        row("heads that cannot share", "q_0 F 6x12x8; k_0 F 4x12x8", "causal=no", Malformed,
            "6 query heads ('q_0'), which cannot share 4 kv heads ('k_0') equally");
        row("scales for other layers", "q_0 F 4x12x8; k_0 F 4x12x8", "causal=no scale=1,2,3", Malformed,
            "gives 3 scales for 1 layer");
        row("scale of zero", "q_0 F 4x12x8; k_0 F 4x12x8", "causal=no scale=0", Malformed, "no positive number");
        row("window of rows that are not causal", "x P 4x12x12", "window=4", Unsupported, "and L0 is not causal");
        row("windows for other layers", "x C 4x12x12", "window=4,5", Malformed, "gives 2 windows for 1 layer");
        row("only Q and K with a bias", "q_0 F 4x12x8; k_0 F 4x12x8; bias_0 F 4x12x12", "", Unsupported,
            "no rows can be computed from Q and K: 'bias_0' (4 x 12 x 12) is named as a bias of scores");
        row("soft-cap below 0", "q_0 F 4x12x8; k_0 F 4x12x8", "causal=no softcap=-3", Malformed,
            "the soft-cap -3 in the sidecar is below 0");
        row("only Q and K before positions", "q_0 F 4x12x8; k_0 F 4x12x8; v_0 F 4x12x8", "rope=no", Unsupported,
            "says \"rope_applied\": false");
        row("soft-cap beyond use", "q_0 F 4x12x8; k_0 F 4x12x8", "causal=no softcap=10001",
            core::ErrorCode::Unsupported, "the soft-cap 10001 in the sidecar is above 10000");
        row("soft-caps for other layers", "q_0 F 4x12x8; k_0 F 4x12x8", "causal=no softcap=0,0", Malformed,
            "gives 2 soft-caps for 1 layer");
        row("sinks of other heads", "q_0 F 4x12x8; k_0 F 4x12x8", "causal=no sinks=1,2", Malformed,
            "gives 2 sinks for the 4 heads of L0");
        row("sinks of other layers", "q_0 F 2x12x8; k_0 F 2x12x8", "causal=no sinks=1,2/3,4", Malformed,
            "gives 2 lists of sinks for 1 layer");
        row("a tensor of other sinks", "q_0 F 4x12x8; k_0 F 4x12x8; sinks_0 F 3", "causal=no", Malformed,
            "'sinks_0' (float32, 3) is named as sinks and does not hold a number for each of the 4 heads of L0");
        row("a matrix of sinks", "x T 4x12x12; x_sinks F 4x4", "", Malformed, "does not hold a number for each");
        row("whole numbers as sinks", "x T 4x12x12; x_sinks M 4 int64", "", Malformed,
            "does not hold a number for each");
        row("sinks stated twice", "q_0 F 2x12x8; k_0 F 2x12x8; sinks_0 F 2", "causal=no sinks=0,1", Malformed,
            "are stated twice and differ: -0.936067 in 'sinks_0' and 0 in the sidecar for head 0");
        row("layers or batch", "x P 2x4x12x12", "", HintNeeded, "--roles LHQK: ");
        row("layers or batch, the other way", "x P 2x4x12x12", "", HintNeeded, "--roles BHQK: ");
        row("layers and batch of one size", "x P 2x4x12x12; attention_mask M 2x12 int64", "layers=0,1", HintNeeded,
            "--roles BHQK: ");
        row("layers before batch", "x P 3x2x4x8x8", "", HintNeeded, "--roles LBHQK: if the first axis of 'x'");
        row("batch before layers", "x P 3x2x4x8x8", "", HintNeeded, "--roles BLHQK: if the first axis of 'x'");
        row("stacks of Q and K", "q F 3x2x4x12x8; k F 3x2x4x12x8", "causal=no", HintNeeded, "--roles BLHPD: ");
        row("none but a grid", "x P 2x2x3x4x9", "", HintNeeded, "save x.reshape(2, 2, 12, 9) instead");
        row("uniform rows", "x N 4x12x12", "", HintNeeded,
            "--causal yes|no: of 'x' only rows that are uniform over every key have weight above the diagonal");
        row("rows or columns", "x E 1x2x4x4", "", HintNeeded,
            "--roles HQK: if the last axis of 'x' (1 x 2 x 4 x 4) counts keys");
        row("columns or rows", "x E 2x2x4x4", "layers=3,4", HintNeeded, "--roles LHKQ: if the last axis of 'x'");
        row("a single weight", "x P 3x2x1x1", "items=3x1", HintNeeded, "--roles BHKQ: if the last axis of 'x'");
        row("causal or not", "q_0 F 4x12x8; k_0 F 4x12x8", "", HintNeeded, "--causal yes|no: ");
        row("heads or positions", "q_0 F 8x8x4; k_0 F 8x8x4", "causal=no", HintNeeded, "--roles PHD: ");
        row("more heads than positions", "q_0 F 12x8x4; k_0 F 12x8x4", "causal=no", HintNeeded, "--roles HPD: ");
        row("on its side", "attn U 4x6x12", "", HintNeeded, "--roles HKQ: ");
        row("only zeros without a name", "x Z 4x12x12", "", HintNeeded, "--kind scores: ");
        row("only a name tells dropout from scores", "x D 4x12x12", "", HintNeeded, "--kind scores: ");
        row("neither kind for certain", "x V 4x12x12", "", HintNeeded, "--kind probs: ");
        row("two masks", "x P 2x4x12x12; a_mask M 2x12 int64; b_mask M 2x12 int64", "", HintNeeded, "--mask a_mask: ");
    }

    void errors()
    {
        QFETCH(QByteArray, tensors);
        QFETCH(QByteArray, sidecar);
        QFETCH(core::ErrorCode, code);
        QFETCH(QByteArray, part);
        const auto capture = core::captureOf(support::dumpOf(tensors.toStdString(), sidecar.toStdString()));
        QVERIFY(!capture);
        const core::Error& error = capture.error();
        QByteArray all = QByteArray::fromStdString(error.message + "\n" + error.advice + "\n");
        for (const auto& reason : error.reasons)
            all += QByteArray::fromStdString(reason + "\n");
        QVERIFY2(error.code == code, all);
        QVERIFY2(all.contains(part), all);
        QVERIFY2(all.startsWith("failed to open 'memory.npz': "), all);
        QVERIFY(!error.advice.empty());
        if (code == core::ErrorCode::HintNeeded)
            for (const auto& reason : error.reasons)
                QVERIFY2(reason.starts_with("--"), reason.c_str());
    }

    /// Whatever tensors meet, the dump is refused with a reason or every head gives all its rows.
    void anyMixtureIsRefusedOrReadable()
    {
        const std::vector<std::string> names{"attn", "layer0_q", "layer0_k", "layer0_v", "layer0_attn", "layer1_logits",
            "x", "y", "encoder.layers.0.probs", "cross_attn", "blocks.0.attn.hook_q", "blocks.0.attn.hook_k",
            "attention_mask", "ids", "arr_0", "layer0_sinks"};
        const std::vector<std::string> sidecars{"causal=yes window=2 sinks=1", "window=1,all softcap=0,9", "",
            "causal=yes", "causal=no heads=4 kv=2", "layers=0,1 scale=1,2", "items=2x3",
            "queries=3 keys=4 group=decoder", "kind=scores causal=yes"};
        std::mt19937 random(5);
        const auto upTo = [&random](std::size_t count) {
            return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
        };
        int readable = 0;
        for (int round = 0; round < 1500; ++round) {
            std::string tensors;
            for (std::size_t count = 1 + upTo(4); count > 0; --count) {
                tensors.append(names[upTo(names.size())]).append(" ").append(1, "PCDKUXSTFVZME"[upTo(13)]).append(" ");
                for (std::size_t rank = 1 + upTo(5); rank > 0; --rank)
                    tensors.append(1, "123401234"[upTo(9)]).append(rank > 1 ? "x" : "");
                tensors.append(upTo(8) == 0 ? " int64;" : ";");
            }
            const auto capture = core::captureOf(support::dumpOf(tensors, sidecars[upTo(sidecars.size())]));
            if (!capture) {
                QVERIFY2(!capture.error().message.empty(), tensors.c_str());
                continue;
            }
            ++readable;
            QVERIFY2(!(*capture)->heads().empty(), tensors.c_str());
            for (const auto& head : (*capture)->heads()) {
                const auto rows = (*capture)->rows(head.id);
                QVERIFY2(rows, tensors.c_str());
                const auto batch = (*rows)->rows({0, head.rowCount});
                QVERIFY2(batch && batch->allowed.ranges.size() == head.rowCount && batch->keyCount == head.keyCount,
                    tensors.c_str());
                for (const auto& range : batch->allowed.ranges)
                    QVERIFY2(range.end <= head.keyCount, tensors.c_str());
                touchAll(*batch);
            }
        }
        QVERIFY(readable > 100);
    }

    void hugeAxesAreRefused()
    {
        core::DumpFile dump = support::dumpOf("attn P 1x1");
        dump.tensors[0].shape = {2, std::uint64_t{1} << 40U};
        dump.tensors[0].strides = {0, 0};
        const auto capture = core::captureOf(std::move(dump));
        QVERIFY(!capture);
        QVERIFY(capture.error().code == core::ErrorCode::Unsupported);
        QVERIFY(capture.error().reasons.front().find("is longer than") != std::string::npos);
    }

    void aWindowsOwnFormIsNoMatrixOfKeys_data()
    {
        QTest::addColumn<int>("globals");
        QTest::addColumn<int>("spoilt"); // a corner that holds a weight; -1: none
        QTest::addColumn<bool>("refused");
        QTest::addRow("window") << 0 << -1 << true;
        QTest::addRow("with keys that all rows see") << 2 << -1 << true;
        QTest::addRow("weight before the first key") << 0 << 0 << false;
        QTest::addRow("weight after the last key") << 0 << 11 << false;
    }

    /// Column j of row i is key i - 2 + j; before the first and after the last key stands 0.
    void aWindowsOwnFormIsNoMatrixOfKeys()
    {
        QFETCH(int, globals);
        QFETCH(int, spoilt);
        QFETCH(bool, refused);
        core::DumpFile dump;
        dump.path = "memory.npz";
        const auto columns = static_cast<std::uint64_t>(globals) + 5;
        const auto exists = [&](std::int64_t row, std::int64_t column) {
            const std::int64_t key = row - 2 + column - globals;
            return column < globals || (key >= 0 && key < 12);
        };
        dump.tensors.push_back(support::tensorOf("attn", {2, 12, columns}, [&](const support::Indices& at) {
            const auto row = static_cast<std::int64_t>(at[1]);
            std::int64_t count = 0;
            for (std::int64_t column = 0; column < static_cast<std::int64_t>(columns); ++column)
                count += exists(row, column) || row == spoilt ? 1 : 0;
            return exists(row, static_cast<std::int64_t>(at[2])) || row == spoilt ? 1 / static_cast<double>(count) : 0;
        }));
        const auto capture = core::captureOf(std::move(dump));
        QCOMPARE(!capture.has_value(), refused);
        if (refused)
            QVERIFY2(capture.error().reasons.front().find(globals == 0
                             ? "the columns are 5 keys around the row's own"
                             : "the columns are 2 keys that every row sees, then 5 keys around the row's own")
                    != std::string::npos,
                capture.error().reasons.front().c_str());
    }

    /// A shape can claim more heads than any model has, without the file being large.
    void manyHeadsAreRefused()
    {
        core::DumpFile dump = support::dumpOf("attn P 1x1x2");
        dump.tensors[0].shape = {std::uint64_t{1} << 22U, 1, 2};
        dump.tensors[0].strides = {0, 4, 4};
        const auto capture = core::captureOf(std::move(dump));
        QVERIFY(!capture);
        QCOMPARE(static_cast<int>(capture.error().code), static_cast<int>(core::ErrorCode::TooLarge));
    }
};

QTEST_GUILESS_MAIN(TestCapture)
#include "tst_capture.moc"
