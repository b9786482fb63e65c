// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/captureof.h"
#include "capture/headrows.h"

#include <QtTest>

#include "memorydump.h"

namespace {

using support::Indices;

/// A number that tells its own indices: one digit pair each.
double coordinates(const Indices& at)
{
    double number = 0;
    for (const std::uint64_t index : at)
        number = number * 100 + static_cast<double>(index);
    return number - 5; // some are negative, so that nothing looks like probabilities
}

core::Hints causalHint()
{
    core::Hints hints;
    hints.causal = true;
    return hints;
}

core::HeadId idOf(std::uint32_t layer, std::uint32_t item, std::uint32_t head, core::Source source)
{
    return {"", {layer}, {head}, {item}, source};
}

std::shared_ptr<const core::HeadRows> rowsOf(const core::Capture& capture, const core::HeadId& id)
{
    const auto rows = capture.rows(id);
    return rows ? *rows : nullptr;
}

}

class TestHeadRows : public QObject
{
    Q_OBJECT

private slots:
    void storedElements_data()
    {
        QTest::addColumn<bool>("fortran");
        QTest::addColumn<core::ByteOrder>("order");
        QTest::newRow("C order") << false << core::ByteOrder::Little;
        QTest::newRow("Fortran order") << true << core::ByteOrder::Little;
        QTest::newRow("big-endian") << false << core::ByteOrder::Big;
        QTest::newRow("Fortran order, big-endian") << true << core::ByteOrder::Big;
    }

    void storedElements()
    {
        QFETCH(bool, fortran);
        QFETCH(core::ByteOrder, order);
        core::DumpFile dump;
        dump.tensors.push_back(
            support::tensorOf("scores", {2, 3, 4, 5, 7}, coordinates, {core::Element::F64, order, fortran}));
        core::Hints hints;
        hints.roles = "LBHQK";
        const auto capture = core::captureOf(std::move(dump), hints);
        QVERIFY(capture);
        const auto rows = rowsOf(**capture, idOf(1, 2, 3, core::Source::Scores));
        QVERIFY(rows);
        QCOMPARE(rows->rowCount(), 5U);
        QCOMPARE(rows->keyCount(), 7U);
        const auto batch = rows->rows({2, 5});
        QVERIFY(batch);
        QCOMPARE(batch->keyCount, 7U);
        const auto& stored = std::get<core::StoredRows>(batch->data);
        QCOMPARE(stored.matrix.rows, 3U);
        for (std::size_t row = 0; row < 3; ++row) {
            std::array<double, 7> numbers{};
            stored.matrix.decodeRow(row, numbers.data());
            for (std::size_t key = 0; key < 7; ++key) {
                const double expected = coordinates({1, 2, 3, row + 2, key});
                QCOMPARE(stored.matrix.at(row, key), expected);
                QCOMPARE(numbers[key], expected);
            }
        }
    }

    /// Query head h uses kv head h / (query heads / kv heads): 6 query and 2 kv heads, so heads 0 to 2 use 0 and 3 to 5
    /// use 1.
    void sharedKeys()
    {
        core::DumpFile dump;
        dump.tensors.push_back(support::tensorOf("layer4_q", {3, 6, 5, 4}, coordinates, {core::Element::F64}));
        dump.tensors.push_back(support::tensorOf("layer4_k", {3, 2, 7, 4}, coordinates, {core::Element::F64}));
        dump.tensors.push_back(support::tensorOf("layer4_v", {3, 2, 7, 3}, coordinates, {core::Element::F64}));
        dump.sidecar = support::sidecarOf("causal=no heads=6 kv=2 scale=0.7");
        const auto capture = core::captureOf(std::move(dump));
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        QCOMPARE((*capture)->heads().size(), 18U);
        for (const auto& head : (*capture)->heads()) {
            const std::uint32_t item = head.id.item.value, h = head.id.head.value, kv = h < 3 ? 0 : 1;
            QVERIFY(head.kvHead.has_value());
            QCOMPARE(head.kvHead->value, kv);
            const auto rows = rowsOf(**capture, head.id);
            QVERIFY(rows);
            const auto batch = rows->rows({1, 4});
            QVERIFY(batch);
            const auto& factors = std::get<core::FactorRows>(batch->data);
            QCOMPARE(factors.scale, 0.7);
            QCOMPARE(factors.queries.rows, 3U);
            QCOMPARE(factors.keys.rows, 7U);
            QCOMPARE(factors.queries.at(2, 3), coordinates({item, h, 3, 3}));
            QCOMPARE(factors.keys.at(6, 1), coordinates({item, kv, 6, 1}));
            const auto values = rows->values();
            QVERIFY(values.has_value());
            QCOMPARE(values->rows, 7U);
            QCOMPARE(values->columns, 3U);
            QCOMPARE(values->at(5, 2), coordinates({item, kv, 5, 2}));
        }
    }

    void positionsBeforeHeads()
    {
        core::DumpFile dump;
        dump.tensors.push_back(support::tensorOf("blocks.0.attn.hook_q", {5, 6, 4}, coordinates, {core::Element::F64}));
        dump.tensors.push_back(support::tensorOf("blocks.0.attn.hook_k", {5, 6, 4}, coordinates, {core::Element::F64}));
        const auto capture = core::captureOf(std::move(dump), causalHint());
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        const auto rows = rowsOf(**capture, idOf(0, 0, 4, core::Source::Factors));
        QVERIFY(rows);
        const auto batch = rows->rows({0, 5});
        QVERIFY(batch);
        const auto& factors = std::get<core::FactorRows>(batch->data);
        QCOMPARE(factors.queries.at(3, 2), coordinates({3, 4, 2}));
        QCOMPARE(factors.keys.at(1, 3), coordinates({1, 4, 3}));
    }

    void causalRanges_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("keys");
        QTest::addColumn<QByteArray>("ends");
        QTest::newRow("square") << 4 << 4 << QByteArray("1 2 3 4 ");
        QTest::newRow("more keys") << 3 << 5 << QByteArray("3 4 5 ");
        QTest::newRow("more rows") << 5 << 3 << QByteArray("0 0 1 2 3 ");
        QTest::newRow("one row") << 1 << 3 << QByteArray("3 ");
    }

    void causalRanges()
    {
        QFETCH(int, rows);
        QFETCH(int, keys);
        QFETCH(QByteArray, ends);
        std::string tensors = "scores S 2x";
        tensors.append(std::to_string(rows)).append("x").append(std::to_string(keys));
        const auto capture = core::captureOf(support::dumpOf(tensors), causalHint());
        QVERIFY(capture);
        const auto head = rowsOf(**capture, idOf(0, 0, 1, core::Source::Scores));
        QVERIFY(head);
        QByteArray whole;
        for (std::size_t row = 0; row < head->rowCount(); ++row) {
            const auto batch = head->rows({row, row + 1});
            QVERIFY(batch);
            QCOMPARE(batch->allowed.ranges.size(), 1U);
            QCOMPARE(batch->allowed.ranges[0].begin, 0U);
            whole += QByteArray::number(static_cast<qulonglong>(batch->allowed.ranges[0].end)) + " ";
        }
        QCOMPARE(whole, ends);
    }

    /// Query i sees keys i - window + 1 to i, counted from the last query, which sees the last key.
    void windowRanges_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("keys");
        QTest::addColumn<int>("window");
        QTest::addColumn<QByteArray>("ranges");
        QTest::newRow("square") << 4 << 4 << 2 << QByteArray("0-1 0-2 1-3 2-4 ");
        QTest::newRow("one key") << 3 << 3 << 1 << QByteArray("0-1 1-2 2-3 ");
        QTest::newRow("more keys") << 3 << 5 << 2 << QByteArray("1-3 2-4 3-5 ");
        QTest::newRow("more rows") << 5 << 3 << 2 << QByteArray("0-0 0-0 0-1 0-2 1-3 ");
        QTest::newRow("longer than the row") << 3 << 3 << 3 << QByteArray("0-1 0-2 0-3 ");
        QTest::newRow("a decode step") << 1 << 6 << 4 << QByteArray("2-6 ");
    }

    void windowRanges()
    {
        QFETCH(int, rows);
        QFETCH(int, keys);
        QFETCH(int, window);
        QFETCH(QByteArray, ranges);
        std::string tensors = "scores S 2x";
        tensors.append(std::to_string(rows)).append("x").append(std::to_string(keys));
        core::DumpFile dump = support::dumpOf(tensors);
        dump.sidecar = core::Sidecar{};
        dump.sidecar->windows = {static_cast<std::uint64_t>(window)};
        const auto capture = core::captureOf(std::move(dump), causalHint());
        QVERIFY2(capture, capture ? "" : capture.error().message.c_str());
        QCOMPARE((*capture)->heads()[1].window, std::optional<std::uint64_t>(window));
        const auto head = rowsOf(**capture, idOf(0, 0, 1, core::Source::Scores));
        QVERIFY(head);
        QByteArray whole;
        const auto batch = head->rows({0, head->rowCount()});
        QVERIFY(batch);
        for (const core::KeyRange& range : batch->allowed.ranges)
            whole += QByteArray::number(static_cast<qulonglong>(range.begin)) + "-"
                + QByteArray::number(static_cast<qulonglong>(range.end)) + " ";
        QCOMPARE(whole, ranges);
    }

    void maskLeavesOutKeys()
    {
        const auto capture = core::captureOf(support::dumpOf("layer0_attn P 3x2x6x6; attention_mask M 3x6 int64"));
        QVERIFY(capture);
        for (std::uint32_t item = 0; item < 3; ++item) {
            const auto head = rowsOf(**capture, idOf(0, item, 1, core::Source::Probabilities));
            QVERIFY(head);
            const auto batch = head->rows({0, 2});
            QVERIFY(batch);
            for (std::size_t key = 0; key < 6; ++key)
                QCOMPARE(batch->allowed.allows(1, key), key + item < 6);
            QCOMPARE(batch->allowed.keys == nullptr, item == 0);
        }
    }

    void maskLeavesOutQueries_data()
    {
        QTest::addColumn<QByteArray>("tensors");
        QTest::addColumn<QByteArray>("group");
        QTest::addColumn<bool>("leftOut");
        QTest::addRow("self-attention") << QByteArray("layer0_attn P 3x2x6x6") << QByteArray() << true;
        QTest::addRow("encoder") << QByteArray("encoder_0_attn P 3x2x6x6") << QByteArray("encoder") << true;
        QTest::addRow("other queries") << QByteArray("layer0_attn P 3x2x5x6") << QByteArray() << false;
        QTest::addRow("cross") << QByteArray("cross_0_attn P 3x2x6x6") << QByteArray("cross") << false;
    }

    /// Item 2 of the mask has 4 positions of 6.
    void maskLeavesOutQueries()
    {
        QFETCH(QByteArray, tensors);
        QFETCH(QByteArray, group);
        QFETCH(bool, leftOut);
        const auto capture = core::captureOf(support::dumpOf(tensors.toStdString() + "; attention_mask M 3x6 int64"));
        QVERIFY(capture);
        core::HeadId id = idOf(0, 2, 1, core::Source::Probabilities);
        id.group = group.toStdString();
        const auto counts = [&](core::PaddedQueries padded) {
            std::vector<std::size_t> sizes;
            const auto head = *(*capture)->rows(id, padded);
            const auto batch = head->rows({2, 5});
            for (const core::KeyRange& range : batch->allowed.ranges)
                sizes.push_back(range.size());
            return sizes;
        };
        QCOMPARE(counts(core::PaddedQueries::LeftOut), (std::vector<std::size_t>{6, 6, leftOut ? 0U : 6U}));
        QCOMPARE(counts(core::PaddedQueries::Included), (std::vector<std::size_t>{6, 6, 6}));
    }

    void valuesBesideStoredRows()
    {
        core::DumpFile dump = support::dumpOf("layer0_attn P 4x6x6");
        dump.tensors.push_back(support::tensorOf("layer0_v", {2, 6, 3}, coordinates, {core::Element::F64}));
        const auto capture = core::captureOf(std::move(dump));
        QVERIFY(capture);
        const auto head = rowsOf(**capture, idOf(0, 0, 3, core::Source::Probabilities));
        QVERIFY(head);
        QVERIFY(head->values().has_value());
        QCOMPARE(head->values()->at(4, 1), coordinates({1, 4, 1}));
    }

    void rangeOutside()
    {
        const auto capture = core::captureOf(support::dumpOf("x P 2x6x6"));
        QVERIFY(capture);
        const auto head = rowsOf(**capture, idOf(0, 0, 0, core::Source::Probabilities));
        QVERIFY(head);
        QVERIFY(head->rows({6, 6}));
        for (const core::RowRange range : {core::RowRange{0, 7}, core::RowRange{4, 3}, core::RowRange{7, 7}}) {
            const auto batch = head->rows(range);
            QVERIFY(!batch);
            QCOMPARE(static_cast<int>(batch.error().code), static_cast<int>(core::ErrorCode::BadRequest));
        }
        QCOMPARE(static_cast<int>((*capture)->rows(idOf(0, 0, 2, core::Source::Probabilities)).error().code),
            static_cast<int>(core::ErrorCode::BadRequest));
        QCOMPARE(static_cast<int>((*capture)->rows(idOf(0, 0, 0, core::Source::Scores)).error().code),
            static_cast<int>(core::ErrorCode::BadRequest));
    }

    void changedFile()
    {
        const auto changed = std::make_shared<bool>(false);
        core::DumpFile dump;
        dump.tensors.push_back(support::tensorOf("scores", {2, 6, 6}, coordinates, {.changed = changed}));
        const auto capture = core::captureOf(std::move(dump));
        QVERIFY(capture);
        const auto id = idOf(0, 0, 0, core::Source::Scores);
        const auto head = rowsOf(**capture, id);
        QVERIFY(head);
        const auto before = head->rows({0, 6});
        QVERIFY(before && before->intact());
        *changed = true;
        QVERIFY(!before->intact());
        QCOMPARE(static_cast<int>(head->rows({0, 6}).error().code), static_cast<int>(core::ErrorCode::FileChanged));
        QCOMPARE(static_cast<int>((*capture)->rows(id).error().code), static_cast<int>(core::ErrorCode::FileChanged));
    }

    void rowsOutliveTheCapture()
    {
        std::shared_ptr<const core::HeadRows> head;
        {
            const auto capture = core::captureOf(support::dumpOf("x S 2x6x6"));
            QVERIFY(capture);
            head = rowsOf(**capture, idOf(0, 0, 1, core::Source::Scores));
        }
        const auto batch = head->rows({0, 6});
        QVERIFY(batch);
        const double stored = std::get<core::StoredRows>(batch->data).matrix.at(5, 5);
        QCOMPARE(static_cast<float>(stored), static_cast<float>(support::noise({1, 5, 5}, 4)));
    }
};

QTEST_GUILESS_MAIN(TestHeadRows)
#include "tst_headrows.moc"
