// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture.h"

#include <QtTest>

#include "capturetext.h"

/// Dumps of real models open without a hint and are taken for what they are.
class TestDevDumps : public QObject
{
    Q_OBJECT

private slots:
    void opens_data()
    {
        QTest::addColumn<QByteArray>("heads");
        QTest::addColumn<QByteArray>("roles"); ///< distinct roles with axes, in order
        QTest::addColumn<QByteArray>("finding");
        const auto row = [](const char* file, const char* heads, const char* roles, const char* finding) {
            QTest::newRow(file) << QByteArray(heads) << QByteArray(roles) << QByteArray(finding);
        };
        row("gpt2_L5_textA.json", "L5 probs 12 25x25 causal *", "P(head,query,key)", "causal");
        row("moonshine_enc_devA.safetensors",
            "encoder L0 qkv 8 378x378 scale 0.166667 +V * | encoder L1 qkv 8 378x378 scale 0.166667 +V * | "
            "encoder L2 qkv 8 378x378 scale 0.166667 +V * | encoder L3 qkv 8 378x378 scale 0.166667 +V * | "
            "encoder L3 probs 8 378x378 +V | encoder L4 qkv 8 378x378 scale 0.166667 +V * | "
            "encoder L5 qkv 8 378x378 scale 0.166667 +V *",
            "K(head,position,dim) Q(head,position,dim) V(head,position,dim) P(head,query,key)",
            "scale: 0.166667 (from the sidecar, = 1/sqrt(36))");
        row("moonshine_enc_devB_qkv.npz",
            "encoder L0 qkv 8 1120x1120 scale 0.166667 +V * | encoder L2 qkv 8 1120x1120 scale 0.166667 +V *",
            "Q(head,position,dim) K(head,position,dim) V(head,position,dim)",
            "causal: no (the sidecar says \"causal\": false)");
        row("moonshine_cross_devB.npz",
            "cross L2 qkv 8 100x1120 scale 0.166667 +V * | cross L2 probs 8 100x1120 +V | "
            "cross L5 qkv 8 100x1120 scale 0.166667 +V * | cross L5 probs 8 100x1120 +V",
            "Q(head,position,dim) K(head,position,dim) V(head,position,dim) P(head,query,key)",
            "heads: 8 (n_heads in the sidecar)");
        row("moonshine_cross_devA.pt",
            "cross L0 probs 8 40x378 * | cross L1 probs 8 40x378 * | cross L2 probs 8 40x378 * | "
            "cross L3 probs 8 40x378 * | cross L4 probs 8 40x378 * | cross L5 probs 8 40x378 *",
            "P(single,head,query,key)", "causal: no (the sidecar says \"causal\": false)");
        row("moonshine_decself_devA.pt",
            "decoder L0 probs 8 40x40 causal * | decoder L1 probs 8 40x40 causal * | decoder L2 probs 8 40x40 causal * "
            "| "
            "decoder L3 probs 8 40x40 causal * | decoder L4 probs 8 40x40 causal * | decoder L5 probs 8 40x40 causal *",
            "P(single,head,query,key)", "causal: yes (the sidecar says \"causal\": true)");
        row("moonshine_generate_devA.pt",
            "decoder L0 probs 8 39x39 causal * | decoder L1 probs 8 39x39 causal * | decoder L2 probs 8 39x39 causal * "
            "| "
            "decoder L3 probs 8 39x39 causal * | decoder L4 probs 8 39x39 causal * | decoder L5 probs 8 39x39 causal *",
            "P(single,head,query,key)",
            "generation steps: 39 steps stacked to 39 rows x 39 keys (lists of layers in a list of steps, as "
            "generate() "
            "returns them; a query has no weight on keys that did not exist yet)");
        row("ocr_dev_line.npz",
            "encoder L0 qkv 8 200x200 scale 1 +V * | encoder L0 probs 8 200x200 +V | encoder L1 qkv 8 200x200 scale 1 "
            "+V * | "
            "encoder L1 scores 8 200x200 +V | encoder L1 probs 8 200x200 +V",
            "Q(head,position,dim) K(head,position,dim) V(head,position,dim) P(head,query,key) S(head,query,key)",
            "scale: 1 (from the sidecar)");
        row("use_lite_dev_bf16.safetensors",
            "encoder L0 qkv 4 102x102 scale 0.125 +V * | encoder L0 probs 4 102x102 +V | "
            "encoder L1 qkv 4 102x102 scale 0.0883883 +V * | encoder L1 probs 4 102x102 +V",
            "P(head,query,key) K(head,position,dim) Q(head,position,dim) V(head,position,dim)",
            "scale L1: 0.0883883 (from the sidecar, = 1/sqrt(128))");
        row("use_lite_padded_batch.npz",
            "encoder L0 qkv 4 28x28 items 4 scale 0.125 +V * | encoder L0 probs 4 28x28 items 4 +V | "
            "encoder L1 qkv 4 28x28 items 4 scale 0.0883883 +V * | encoder L1 probs 4 28x28 items 4 +V",
            "mask(item,key) Q(item,head,position,dim) K(item,head,position,dim) V(item,head,position,dim) "
            "P(item,head,query,key)",
            "in 4 items ('attention_mask' holds 0 there; their weights and rows are left out)");
        row("stories260k_ctx1536_qkv.npz",
            "decoder L0 qkv 8/4 1536x1536 causal scale 0.353553 +V * | decoder L1 qkv 8/4 1536x1536 causal scale "
            "0.353553 +V * | "
            "decoder L2 qkv 8/4 1536x1536 causal scale 0.353553 +V * | decoder L3 qkv 8/4 1536x1536 causal scale "
            "0.353553 +V * | "
            "decoder L4 qkv 8/4 1536x1536 causal scale 0.353553 +V *",
            "Q(head,position,dim) K(head,position,dim) V(head,position,dim)",
            "kv heads: 8 query : 4 kv (2 neighbours share one, = n_kv_heads in the sidecar)");
        row("stories260k_ctx1024_L3_attn.npy", "decoder L3 probs 8/4 1024x1024 causal *", "P(head,query,key)",
            "causal: yes (the sidecar says \"causal\": true)");
        row("stories260k_ctx256_L1_logits.npy", "decoder L1 scores 8/4 256x256 causal *", "S(head,query,key)",
            "kv heads: 8 query");
        row("llama32_1b_L0_attn.npy", "decoder L0 probs 32/8 32x32 causal *", "P(head,query,key)", "4 neighbours share one");
        row("t5_small_enc_L0_scores.npy", "encoder L0 scores 8 12x12 *", "S(head,query,key)",
            "heads: 8 (n_heads in the sidecar)");
    }

    void opens()
    {
        QFETCH(QByteArray, heads);
        QFETCH(QByteArray, roles);
        QFETCH(QByteArray, finding);
        const std::filesystem::path folder = std::filesystem::path(TAILMASS_REFERENCE_DIR) / "data" / "dev";
        const auto capture = core::Capture::open(folder / QTest::currentDataTag());
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(support::headsText(**capture)), heads);
        QCOMPARE(distinctRoles(**capture), roles);
        const QByteArray told = QByteArray::fromStdString(support::findingsText(**capture));
        QVERIFY2(told.contains(finding), told);
        QVERIFY2(!told.contains("not used"), told);
        QVERIFY2(!told.contains("mass above the diagonal"), told);
        const auto& first = (*capture)->heads().front();
        QCOMPARE((*capture)->queryTokens(first.id.item).size(), first.rowCount);
        QCOMPARE((*capture)->keyTokens(first.id.item).size(), first.keyCount);
    }

private:
    static QByteArray distinctRoles(const core::Capture& capture)
    {
        QByteArrayList roles;
        for (const auto& reading : capture.readings()) {
            QByteArrayList axes;
            for (const auto& axis : reading.axes)
                axes.append(QByteArray::fromStdString(axis));
            const QByteArray role =
                QByteArray::fromStdString(std::string(core::nameOf(reading.role))) + "(" + axes.join(',') + ")";
            if (!roles.contains(role))
                roles.append(role);
        }
        return roles.join(' ');
    }
};

QTEST_GUILESS_MAIN(TestDevDumps)
#include "tst_devdumps.moc"
