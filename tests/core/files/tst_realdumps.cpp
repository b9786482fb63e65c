// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/dumpfile.h"

#include <QtTest>

#include <filesystem>
#include <map>

namespace {

/// "float16 [8, 378, 36]".
std::string describe(const core::Tensor& tensor)
{
    std::string text(core::nameOf(tensor.element));
    const char* separator = " [";
    for (const auto extent : tensor.shape) {
        text += separator + std::to_string(extent);
        separator = ", ";
    }
    return text + "]";
}

const std::filesystem::path folder = std::filesystem::path(TAILMASS_REFERENCE_DIR) / "data";

}

/// The dumps of real models open, with the content and the hash that their list states.
class TestRealDumps : public QObject
{
    Q_OBJECT

private slots:
    void contentIsAsListed_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("hash");
        QTest::addColumn<QStringList>("content"); ///< count and description
        const auto row = [](const char* file, const char* hash, const QStringList& content) {
            QTest::newRow(file) << QString::fromUtf8(file) << QString::fromUtf8(hash) << content;
        };
        row("dev/gpt2_L0_textA.json", "d1901f7110d9401ce9955bb199bed7e3a593665b76fa58f32fed9cb1ff02626e",
            {"1 float64 [12, 25, 25]"});
        row("dev/gpt2_L5_textA.json", "940d6d84ba0512ea448aacdaa9d683278e10a8fad9a770848d1b0a625c19bdb7",
            {"1 float64 [12, 25, 25]"});
        row("dev/llama32_1b_L0_attn.npy", "b68901d25ed0a2cf9818e960c4211f9aab041123ad064fcafd4e3e5d8a6d7b94",
            {"1 float16 [32, 32, 32]"});
        row("dev/moonshine_cross_devB.npz", "34ca58b2eced64d40c24a9f43ab17720ccc92663868c1a7d38e0f747f515621f",
            {"2 float16 [8, 100, 1120]", "4 float16 [8, 1120, 36]", "2 float32 [8, 100, 36]"});
        row("dev/moonshine_cross_devA.pt", "3f90ad561fda2278e44925941d710ca7c7cedd5e4d55f1cd8ef1ab8b9c1527eb",
            {"6 float32 [1, 8, 40, 378]"});
        row("dev/moonshine_decself_devA.pt", "287f076624d219a063b5ba6d691d95ca48e21bf0d947708b6bd959e6704a5218",
            {"6 float32 [1, 8, 40, 40]"});
        row("dev/moonshine_enc_devA.safetensors", "2260cb788ec3070edf25b49ee96f2dea4cbe3880fd51571a9d243b2e048b979f",
            {"1 float16 [8, 378, 378]", "18 float16 [8, 378, 36]"});
        row("dev/moonshine_enc_devB_qkv.npz", "49fa59ba4b7da89153b7ccd052b394032154213785a2dacd2243d8960c63b403",
            {"6 float16 [8, 1120, 36]"});
        row("dev/ocr_dev_line.npz", "11856e3fdd84c1831c2bcfe9f466b6b305d40b1edd55a160f09eddabb6842cc0",
            {"6 float32 [8, 200, 15]", "3 float32 [8, 200, 200]"});
        row("dev/stories260k_ctx1024_L3_attn.npy", "ad10e2bbe64b113238a8b0502495324904852e7d6cac0a155a7648f02ea24a6a",
            {"1 float16 [8, 1024, 1024]"});
        row("dev/stories260k_ctx1536_qkv.npz", "9f7faaff6ff96fd6395977c815c9efc23fb3cba7c615c40937a2d59a98aa8235",
            {"10 float32 [4, 1536, 8]", "5 float32 [8, 1536, 8]"});
        row("dev/stories260k_ctx256_L1_logits.npy", "f1d3987376f43f9310b946c8207df3e651b1fe5bcf2b4892bbda12e29e15d3a2",
            {"1 float32 [8, 256, 256]"});
        row("dev/t5_small_enc_L0_scores.npy", "cc2828901f59d85c6c138706a61e14196659a240771e7696ff44b8c5346529c4",
            {"1 float32 [8, 12, 12]"});
        row("dev/use_lite_dev_bf16.safetensors", "5ee1f7df8da735e7e84c4b39a35f5edbfe56399f7ba0ba2f26dd94401775acf4",
            {"2 bfloat16 [4, 102, 102]", "3 bfloat16 [4, 102, 128]", "3 bfloat16 [4, 102, 64]"});
        row("dev/use_lite_padded_batch.npz", "7beb51f29db2ffb45de91a919518a0d0b1fe71b9b7e182242d90a43b9d6f1bde",
            {"3 float32 [4, 4, 28, 128]", "2 float32 [4, 4, 28, 28]", "3 float32 [4, 4, 28, 64]", "1 int64 [4, 28]"});
        row("weights/moonshine_encoder.safetensors", "84c9bd991184cfbad47e1fe807f75e056aab949c8d358afa95580b414bbabcb1",
            {"2 float16 [1152, 288]", "8 float16 [288, 288]", "2 float16 [288, 1152]"});
        row("weights/stories260k.safetensors", "3cb2252ae1e47475c61617e9ac439a1d88cb37d40312b739f029365815693e16",
            {"10 float32 [172, 64]", "10 float32 [32, 64]", "1 float32 [512, 64]", "11 float32 [64]",
                "5 float32 [64, 172]", "10 float32 [64, 64]"});
    }

    void contentIsAsListed()
    {
        QFETCH(QString, file);
        QFETCH(QString, hash);
        QFETCH(QStringList, content);
        const auto path = folder / file.toStdString();
        const auto dump = core::openDump(path);
        QVERIFY2(dump.has_value(), dump ? "" : dump.error().message.c_str());
        std::map<std::string, int> counts;
        for (const auto& tensor : dump->tensors)
            ++counts[describe(tensor)];
        QStringList found;
        for (const auto& [description, count] : counts)
            found << QString::number(count) + ' ' + QString::fromStdString(description);
        content.sort();
        found.sort();
        QCOMPARE(found, content);
        QCOMPARE(QString::fromStdString(core::sha256Of(path).value()), hash);
    }

    void namesAreThoseOfTheTensors()
    {
        const auto first = [](const char* file) { return core::openDump(folder / file).value().tensors.front().name; };
        QCOMPARE(first("dev/moonshine_cross_devB.npz"), std::string("layer2_q"));
        QCOMPARE(first("dev/moonshine_cross_devA.pt"), std::string("[0]"));
        QCOMPARE(first("dev/ocr_dev_line.npz"), std::string("blk0_q"));
        QCOMPARE(first("dev/moonshine_enc_devA.safetensors"), std::string("encoder.layers.0.self_attn.k"));
        QCOMPARE(first("dev/use_lite_padded_batch.npz"), std::string("attention_mask"));
        QCOMPARE(first("dev/t5_small_enc_L0_scores.npy"), std::string("t5_small_enc_L0_scores"));
    }

    void stepsOfGenerationAreStacked()
    {
        const auto dump = core::openDump(folder / "dev/moonshine_generate_devA.pt").value();
        QCOMPARE(dump.tensors.size(), std::size_t(6));
        for (std::size_t i = 0; i < dump.tensors.size(); ++i) {
            QCOMPARE(QString::fromStdString(dump.tensors[i].name), QStringLiteral("[*][%1]").arg(i));
            QCOMPARE(dump.tensors[i].shape, (std::vector<std::uint64_t>{1, 8, 39, 39}));
        }
    }

    void sidecarsAreRead()
    {
        const auto padded = core::openDump(folder / "dev/use_lite_padded_batch.npz").value().sidecar.value();
        QCOMPARE(padded.itemTokens.size(), std::size_t(4));
        QCOMPARE(padded.itemTokens[0].size(), std::size_t(28));
        QCOMPARE(padded.scales, (std::vector<double>{0.125, 0.08838834764831845}));
        const auto stories = core::openDump(folder / "dev/stories260k_ctx1024_L3_attn.npy").value().sidecar.value();
        QCOMPARE(stories.queryTokens.size(), std::size_t(1024));
        QCOMPARE(*stories.kvHeads, std::uint64_t(4));
        QCOMPARE(*stories.causal, true);
        QCOMPARE(stories.layers, (std::vector<std::uint32_t>{3}));
        // The metadata round the scale to eight digits; the sidecar states it in full.
        QCOMPARE(core::openDump(folder / "dev/moonshine_enc_devA.safetensors").value().sidecar.value().scales,
            (std::vector<double>{1.0 / 6}));
    }
};

QTEST_GUILESS_MAIN(TestRealDumps)
#include "tst_realdumps.moc"
