// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/names.h"

#include <QtTest>

namespace {

const char* textOf(core::NameRole role)
{
    switch (role) {
    case core::NameRole::None:
        return "-";
    case core::NameRole::Attention:
        return "attention";
    case core::NameRole::Probabilities:
        return "P";
    case core::NameRole::Scores:
        return "S";
    case core::NameRole::Queries:
        return "Q";
    case core::NameRole::Keys:
        return "K";
    case core::NameRole::Values:
        return "V";
    case core::NameRole::Mask:
        return "mask";
    case core::NameRole::Sinks:
        return "sinks";
    case core::NameRole::Foreign:
        return "foreign";
    }
    return "";
}

}

class TestNames : public QObject
{
    Q_OBJECT

private slots:
    void groupLayerAndRole_data()
    {
        QTest::addColumn<QString>("expected"); // role, layer, group
        const auto row = [](const char* name, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(expected);
        };
        row("layer0_q", "Q 0 ");
        row("layer5_attn", "attention 5 ");
        row("q_0", "Q 0 ");
        row("v_11", "V 11 ");
        row("blk1_logits", "S 1 ");
        row("encoder.layers.3.self_attn.attn_weights", "attention 3 encoder");
        row("encoder.layers.3.self_attn.k", "K 3 encoder");
        row("encoder.layer.0.query", "Q 0 encoder");
        row("encoder.layer.1.attention_probs", "P 1 encoder");
        row("layers.7.probs", "P 7 ");
        row("layers.7.logits", "S 7 ");
        row("layers.7.scores", "S 7 ");
        row("blocks.2.attn.hook_pattern", "P 2 ");
        row("blocks.2.attn.hook_attn_scores", "S 2 ");
        row("blocks.2.attn.hook_q", "Q 2 ");
        row("blocks.2.attn.hook_rot_k", "K 2 ");
        row("blocks.2.attn.hook_z", "foreign 2 ");
        row("decoder.layers.4.encoder_attn.k", "K 4 cross");
        row("decoder.block.0.layer.1.EncDecAttention.q", "Q 0 cross");
        row("decoder_attentions.3", "attention 3 decoder");
        row("cross_attn_2", "attention 2 cross");
        row("cross_attentions", "attention - cross");
        row("past_key_values.6.key", "K 6 ");
        row("past_key_values.6.value", "V 6 ");
        row("model.layers.9.self_attn.q_proj", "foreign 9 ");
        row("model.layers.9.self_attn.q_proj.weight", "foreign 9 ");
        row("h.3.attn.attn_weight", "attention 3 ");
        row("decoder.layers.0.attention.bias", "foreign 0 decoder");
        row("model.layers.4.self_attn.sinks", "sinks 4 ");
        row("layers.4.sinks", "sinks 4 ");
        row("attention_mask", "mask - ");
        row("encoder_attention_mask", "mask - encoder");
        row("input_ids", "foreign - ");
        row("arr_2", "- 2 index ");
        row("[4]", "- 4 index ");
        row("llama32_1b_L0_attn", "attention 0 ");
        row("stories260k_ctx1024_L3", "- 3 ");
        row("head3_attn", "attention - ");
        row("my_attn_fp16", "attention - ");
        row("k_bf16", "K - ");
        row("gpt2-xl", "- - ");
        row("gpt2_probs", "P - ");
        row("llama3_attn", "attention - ");
        row("my_2d", "- - ");
        row("scores_v2", "S - ");
        row("attn_int8", "attention - ");
        row("v2", "V 2 ");
        row("q0", "Q 0 ");
        row("attn3", "attention 3 ");
        row("x_123456789012", "- - ");
        row("", "- - ");
        row("\xC3\xA9_q", "Q - ");
    }

    void groupLayerAndRole()
    {
        QFETCH(QString, expected);
        const auto reading = core::readName(QTest::currentDataTag());
        const QString layer = reading.layer ? QString::number(*reading.layer) : QStringLiteral("-");
        const QString index = reading.layerIsIndex ? QStringLiteral(" index") : QString();
        QCOMPARE(QString::fromUtf8(textOf(reading.role)) + QLatin1Char(' ') + layer + index + QLatin1Char(' ')
                + QString::fromStdString(reading.group),
            expected);
    }

    void axisOrderAndModelKind()
    {
        QVERIFY(core::readName("blocks.0.attn.hook_q").positionFirst);
        QVERIFY(!core::readName("layers.0.q").positionFirst);
        QVERIFY(core::readName("model.layers.0.self_attn.q").decoderOnly);
        QVERIFY(core::readName("transformer.h.0.attn").decoderOnly);
        QVERIFY(!core::readName("encoder.layers.0.q").decoderOnly);
        QVERIFY(core::readName("blocks.0.attn.hook_rot_q").positionsApplied);
        QVERIFY(!core::readName("blocks.0.attn.hook_q").positionsApplied);
    }
};

QTEST_GUILESS_MAIN(TestNames)
#include "tst_names.moc"
