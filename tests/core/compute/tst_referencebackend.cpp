// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "compute/backend.h"
#include "files/mappedfile.h"
#include "memoryhead.h"
#include "tempfolder.h"

using namespace core;

namespace {

StatisticsRequest everything()
{
    StatisticsRequest request;
    request.ks = {1, 5, 1000};
    request.epsilons = {0.1, 0.01};
    request.rule = TopP{0.95};
    request.curve = KGrid{1.04};
    request.rowCurves = KGrid{1.5};
    request.outputError = true;
    return request;
}

/// A head with masked rows, a NaN row, padded keys and values.
support::MemoryHead mixedHead()
{
    constexpr std::size_t rows = 150;
    constexpr std::size_t keys = 70;
    auto scores = support::normalNumbers(rows * keys, 3, 7);
    std::fill_n(scores.begin() + 40 * keys, keys, -std::numeric_limits<double>::infinity());
    std::fill_n(scores.begin(), keys, -std::numeric_limits<double>::infinity());
    scores[65 * keys + 3] = std::nan("");
    support::MemoryHead head(Source::Scores, support::StoredNumbers(rows, keys, scores, Element::F32));
    std::vector<std::uint8_t> allowed(keys, 1);
    allowed[11] = allowed[69] = 0;
    head.setAllowedKeys(allowed);
    head.setValues(support::StoredNumbers(keys, 4, support::normalNumbers(keys * 4, 1, 8), Element::F16));
    return head;
}

Result<HeadReply> replyWith(std::size_t threads, const HeadRows& head, const StatisticsRequest& request)
{
    ThreadPool pool(threads);
    Work work{pool};
    return makeReferenceBackend()->head(head, request, work);
}

/// One row of a head, computed in long double and in the plainest way.
struct PlainRow
{
    std::vector<long double> p; ///< falling
    std::vector<std::size_t> keys;

    long double tail(std::size_t k) const
    {
        return std::accumulate(p.begin() + static_cast<std::ptrdiff_t>(std::min(k, p.size())), p.end(), 0.0L);
    }
};

PlainRow plainRow(const HeadRows& head, std::size_t row)
{
    const RowBatch batch = *head.rows({row, row + 1});
    const auto& matrix = std::get<StoredRows>(batch.data).matrix;
    PlainRow plain;
    long double sum = 0;
    std::vector<long double> weights(head.keyCount());
    for (std::size_t key = 0; key < head.keyCount(); ++key) {
        if (!batch.allowed.allows(0, key))
            continue;
        plain.keys.push_back(key);
        sum += weights[key] = std::exp(static_cast<long double>(matrix.at(0, key)));
    }
    std::stable_sort(plain.keys.begin(), plain.keys.end(), [&](auto a, auto b) { return weights[a] > weights[b]; });
    for (const std::size_t key : plain.keys)
        plain.p.push_back(weights[key] / sum);
    return plain;
}

long double plainOutputError(const PlainRow& row, const StoredMatrix& values, std::size_t k)
{
    long double squares = 0;
    const long double head = 1 - row.tail(k);
    for (std::size_t c = 0; c < values.columns; ++c) {
        long double full = 0;
        long double kept = 0;
        for (std::size_t i = 0; i < row.p.size(); ++i) {
            const long double part = row.p[i] * static_cast<long double>(values.at(row.keys[i], c));
            full += part;
            kept += i < k ? part / head : 0;
        }
        squares += (full - kept) * (full - kept);
    }
    return std::sqrt(squares);
}

bool contains(const Interval& interval, long double x)
{
    return static_cast<long double>(interval.lower) <= x * (1 + 1e-15L)
        && x * (1 - 1e-15L) <= static_cast<long double>(interval.upper)
        && interval.width() <= 1e-11 * interval.upper + 1e-300;
}

/// Counts how often rows are asked for.
class CountingHead : public support::MemoryHead
{
public:
    explicit CountingHead(const support::MemoryHead& head)
        : MemoryHead(head)
    {
    }
    Result<RowBatch> rows(RowRange range) const override
    {
        ++calls;
        return MemoryHead::rows(range);
    }

    mutable std::atomic<int> calls = 0;
};

/// A head of 16-bit probabilities in a mapped file.
class MappedHead : public HeadRows
{
public:
    MappedHead(std::shared_ptr<const MappedFile> file, std::size_t rows, std::size_t keys)
        : m_file(std::move(file))
        , m_rows(rows)
        , m_keys(keys)
    {
    }
    std::size_t rowCount() const override { return m_rows; }
    std::size_t keyCount() const override { return m_keys; }
    Source source() const override { return Source::Probabilities; }
    Element element() const override { return Element::F16; }
    std::optional<StoredMatrix> values() const override { return std::nullopt; }
    Result<RowBatch> rows(RowRange range) const override
    {
        const auto stride = static_cast<std::ptrdiff_t>(2 * m_keys);
        const std::byte* data = m_file->span().data() + static_cast<std::ptrdiff_t>(range.begin) * stride;
        RowBatch batch{range, m_keys, {}, {}, {m_file}};
        batch.data = StoredRows{source(), {Element::F16, ByteOrder::Little, data, stride, 2, range.size(), m_keys}};
        batch.allowed.ranges.assign(range.size(), KeyRange{0, m_keys});
        return batch;
    }

private:
    std::shared_ptr<const MappedFile> m_file;
    std::size_t m_rows;
    std::size_t m_keys;
};

}

class TestReferenceBackend : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gridOfK()
    {
        QCOMPARE(KGrid{2}.values(20), (std::vector<std::size_t>{1, 2, 4, 8, 16}));
        QCOMPARE(KGrid{1.5}.values(9), (std::vector<std::size_t>{1, 2, 3, 4, 6}));
        QCOMPARE(KGrid{0}.values(5), (std::vector<std::size_t>{1, 2, 3, 4}));
        QVERIFY(KGrid{}.values(1).empty());
        // k = 25, 26, then 27.04, 28.1216 ... in floating k.
        const auto log = KGrid{}.values(200);
        QCOMPARE(log[25], std::size_t{26});
        QCOMPARE(log[26], std::size_t{27});
        QCOMPARE(log[40], std::size_t{46});
    }

    void numbersEqualPlainLoops()
    {
        const auto head = mixedHead();
        const auto reply = replyWith(2, head, everything());
        QVERIFY(reply);
        QCOMPARE(reply->rows.size(), std::size_t{150});
        QCOMPARE(reply->rows[40].state, RowState::Masked);
        QCOMPARE(reply->rows[65].state, RowState::Undefined);
        for (std::size_t row = 0; row < 150; ++row) {
            const RowRecord& record = reply->rows[row];
            if (record.state != RowState::Valid)
                continue;
            const PlainRow plain = plainRow(head, row);
            QCOMPARE(record.keyCount, 68U);
            for (const std::size_t i : {0U, 1U}) {
                const std::size_t k = i == 0 ? 1 : 5;
                QVERIFY(contains(record.atK[i].tailMass, plain.tail(k)));
                QVERIFY(contains(record.atK[i].outputError->absolute, plainOutputError(plain, *head.values(), k)));
                QCOMPARE(record.atK[i].kept, static_cast<std::uint32_t>(k));
            }
            QCOMPARE(record.atK[2].tailMass, (Interval{0, 0}));
            QCOMPARE(record.atK[2].kept, 68U);
            for (const std::size_t i : {0U, 1U}) {
                QVERIFY(plain.tail(record.kEps[i]) < (i == 0 ? 0.1L : 0.01L));
                QVERIFY(plain.tail(record.kEps[i] - 1) > (i == 0 ? 0.1L : 0.01L));
            }
            QVERIFY(plain.tail(record.rule->kept) < 0.05L && plain.tail(record.rule->kept - 1) > 0.05L);
            long double entropy = 0;
            for (const long double p : plain.p)
                entropy -= p * std::log(p);
            QVERIFY(std::abs(record.entropy - static_cast<double>(entropy)) < 1e-12);
            QVERIFY(std::abs(record.largestWeight - static_cast<double>(plain.p[0])) < 1e-14);
        }
    }

    void curvesEqualTheirRows()
    {
        const auto head = mixedHead();
        StatisticsRequest request;
        request.curve = request.rowCurves = KGrid{0};
        request.ks = request.curve->values(head.keyCount());
        const auto reply = replyWith(3, head, request);
        QVERIFY(reply);
        QCOMPARE(reply->curve.size(), request.ks.size());
        for (std::size_t i = 0; i < request.ks.size(); ++i) {
            double sum = 0;
            double largest = -1; // so that the first valid row is named where nothing is lost
            std::size_t worst = 0;
            for (std::size_t row = 0; row < reply->rows.size(); ++row) {
                const float onCurve = reply->rowCurves[row * reply->gridKs.size() + i];
                if (reply->rows[row].state != RowState::Valid) {
                    QCOMPARE(onCurve, 0.0F);
                    continue;
                }
                const double upper = reply->rows[row].atK[i].tailMass.upper;
                QVERIFY(static_cast<double>(onCurve) >= upper && static_cast<double>(onCurve) <= upper * (1 + 0x1p-22));
                sum += upper;
                if (upper > largest) {
                    largest = upper;
                    worst = row;
                }
            }
            QVERIFY(std::abs(reply->curve[i].upper.value() - sum) < 1e-10);
            QCOMPARE(reply->curve[i].maximumUpper, largest);
            QCOMPARE(reply->curve[i].worstRow, static_cast<std::uint32_t>(worst));
        }
    }

    void anyNumberOfThreadsGivesTheSameReply()
    {
        const auto head = mixedHead();
        const auto one = replyWith(1, head, everything());
        QVERIFY(one);
        for (const std::size_t threads : {2U, 3U, 8U})
            QVERIFY(*replyWith(threads, head, everything()) == *one);
    }

    void partsMergeInAnyOrder()
    {
        const auto head = mixedHead();
        const auto whole = replyWith(1, head, everything());
        ThreadPool pool(2);
        Work work{pool};
        const auto backend = makeReferenceBackend();
        // Rows 0 and 40 are parts without a valid row.
        const std::vector<std::size_t> cuts{0, 1, 13, 40, 41, 64, 66, 110, 150};
        std::vector<HeadReply> parts;
        for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
            parts.push_back(*backend->rows(*head.rows({cuts[i], cuts[i + 1]}), head.values(), everything(), work));
        std::mt19937 generator(3);
        for (int round = 0; round < 20; ++round) {
            std::vector<std::size_t> order(parts.size());
            std::iota(order.begin(), order.end(), 0U);
            for (std::size_t i = order.size(); i > 1; --i)
                std::swap(order[i - 1], order[generator() % i]);
            HeadReply merged;
            for (const std::size_t part : order)
                merged.merge(parts[part]);
            QVERIFY(merged == *whole);
        }
    }

    void causalRowsBeyondTheirKeysLoseNothing()
    {
        const auto head = support::scoreHead(50, 50, 2, 4, support::Shape::Causal);
        StatisticsRequest request;
        request.ks = {8};
        request.rule = TopK{8};
        const auto reply = replyWith(2, head, request);
        QVERIFY(reply);
        for (std::size_t row = 0; row < 50; ++row) {
            QCOMPARE(reply->rows[row].keyCount, static_cast<std::uint32_t>(row + 1));
            QCOMPARE(reply->rows[row].atK[0].tailMass == (Interval{0, 0}), row < 8);
            QCOMPARE(reply->rows[row].rule->tailMass, reply->rows[row].atK[0].tailMass);
            QCOMPARE(reply->rows[row].rule->kept, reply->rows[row].atK[0].kept);
            QCOMPARE(reply->rows[row].rule->efficiency, 1.0);
        }
    }

    void factorsEqualTheirScores()
    {
        constexpr std::size_t rows = 40;
        constexpr std::size_t keys = 30;
        constexpr std::size_t dimensions = 6;
        const auto q = support::normalNumbers(rows * dimensions, 1, 1);
        const auto k = support::normalNumbers(keys * dimensions, 1, 2);
        const support::StoredNumbers queries(rows, dimensions, q, Element::F32);
        const support::StoredNumbers stored(keys, dimensions, k, Element::F32);
        std::vector<double> scores(rows * keys);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < keys; ++j)
                for (std::size_t c = 0; c < dimensions; ++c)
                    scores[i * keys + j] += 0.5 * queries.matrix().at(i, c) * stored.matrix().at(j, c);
        StatisticsRequest request;
        request.ks = {4};
        const auto computed = replyWith(2, support::MemoryHead(queries, stored, 0.5), request);
        const support::MemoryHead scoreHead(Source::Scores, support::StoredNumbers(rows, keys, scores, Element::F64));
        const auto expected = replyWith(2, scoreHead, request);
        QVERIFY(computed && expected);
        for (std::size_t i = 0; i < rows; ++i) {
            const Interval& a = computed->rows[i].atK[0].tailMass;
            const Interval& b = expected->rows[i].atK[0].tailMass;
            QVERIFY(std::abs(a.upper - b.upper) < 1e-12);
            QVERIFY(a.lower <= b.upper && b.lower <= a.upper);
        }
    }

    void stopsWhenProgressSaysSo()
    {
        const auto head = support::scoreHead(500, 40, 1, 1);
        for (const std::size_t threads : {1U, 4U}) {
            ThreadPool pool(threads);
            std::atomic<int> reports = 0;
            Work work{pool, Progress([&](double) { return ++reports < 3; })};
            const auto reply = makeReferenceBackend()->head(head, {}, work);
            QVERIFY(!reply);
            QCOMPARE(reply.error().code, ErrorCode::Cancelled);
            QCOMPARE(reports.load(), 3);
            reports = 0;
            const auto held = makeReferenceBackend()->hold(head, work);
            QVERIFY(!held);
            QCOMPARE(held.error().code, ErrorCode::Cancelled);
        }
    }

    void doesNoMoreThanWasBegunWhenStopped()
    {
        const CountingHead head(support::scoreHead(960, 10, 1, 1));
        ThreadPool pool(1);
        Work work{pool, Progress([](double) { return false; })};
        QCOMPARE(makeReferenceBackend()->head(head, {}, work).error().code, ErrorCode::Cancelled);
        QVERIFY(head.calls <= 2);
    }

    void progressRisesToOne()
    {
        const auto head = support::scoreHead(300, 20, 1, 1);
        ThreadPool pool(3);
        std::vector<double> shares;
        Work work{pool, Progress([&](double share) {
                      shares.push_back(share);
                      return true;
                  })};
        QVERIFY(makeReferenceBackend()->head(head, {}, work));
        QVERIFY(shares.size() > 2);
        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QCOMPARE(shares.back(), 1.0);
    }

    void aFileThatShrinksGivesNoReply()
    {
        constexpr std::size_t rows = 400;
        constexpr std::size_t keys = 64;
        const support::TempFolder folder;
        const std::string bytes = support::encode(std::vector<double>(rows * keys, 1.0 / keys), Element::F16);
        const auto backend = makeReferenceBackend();
        for (const bool hold : {false, true}) {
            const auto path = folder.write("probs.bin", bytes);
            const MappedHead head(*MappedFile::open(path), rows, keys);
            ThreadPool pool(2);
            std::atomic<bool> cut = false;
            Work work{pool, Progress([&](double) {
                          if (!cut.exchange(true))
                              std::filesystem::resize_file(path, 100);
                          return true;
                      })};
            const ErrorCode code =
                hold ? backend->hold(head, work).error().code : backend->head(head, {}, work).error().code;
            QCOMPARE(code, ErrorCode::FileChanged);
        }
    }

    void aGuardThatFailsGivesNoReply()
    {
        auto head = support::scoreHead(10, 10, 1, 1);
        const auto guard = std::make_shared<support::FragileBytes>();
        head.setGuard(guard);
        QVERIFY(replyWith(1, head, {}));
        guard->whole = false;
        QCOMPARE(replyWith(1, head, {}).error().code, ErrorCode::FileChanged);
    }

    void refusesRequestsThatMakeNoSense_data()
    {
        QTest::addColumn<StatisticsRequest>("request");
        const auto row = [](const char* name, auto change) {
            StatisticsRequest request;
            change(request);
            QTest::newRow(name) << request;
        };
        row("k is 0", [](auto& r) { r.ks = {4, 0}; });
        row("NaN", [](auto& r) { r.epsilons = {std::nan("")}; });
        row("epsilon is 0", [](auto& r) { r.epsilons = {0.1, 0}; });
        row("infinite", [](auto& r) { r.epsilons = {std::numeric_limits<double>::infinity()}; });
        row("rule keeps none", [](auto& r) { r.rule = TopK{0}; });
        row("top-p NaN", [](auto& r) { r.rule = TopP{std::nan("")}; });
        row("blocks without masses", [](auto& r) { r.rule = BlockTop{4, 4, 1}; });
        row("grid", [](auto& r) { r.curve = KGrid{-1}; });
        row("row grid", [](auto& r) { r.rowCurves = KGrid{std::nan("")}; });
        row("no V", [](auto& r) { r.outputError = true; });
        row("rounded scores", [](auto& r) { r.reading = Reading::Rounded; });
    }
    void refusesRequestsThatMakeNoSense()
    {
        QFETCH(StatisticsRequest, request);
        const auto head = support::scoreHead(10, 10, 1, 1);
        const auto reply = replyWith(1, head, request);
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::BadRequest);
        QVERIFY(reply.error().message.starts_with("failed to "));
        QVERIFY(!reply.error().advice.empty());
    }

    void roundedProbabilitiesAreWiderThanStoredOnes()
    {
        std::vector<double> numbers;
        for (int row = 0; row < 3; ++row)
            numbers.insert(numbers.end(), {0.5, 0.25, 0.125, 0.0625, 0.0625});
        const support::MemoryHead head(Source::Probabilities, support::StoredNumbers(3, 5, numbers, Element::F16));
        StatisticsRequest request;
        request.ks = {2};
        const Interval stored = replyWith(1, head, request)->rows[1].atK[0].tailMass;
        request.reading = Reading::Rounded;
        const Interval rounded = replyWith(1, head, request)->rows[1].atK[0].tailMass;
        QVERIFY(stored.contains(0.25) && stored.width() < 1e-14);
        QVERIFY(rounded.lower < 0.25 * (1 - 0x1p-12) && rounded.upper > 0.25 * (1 + 0x1p-12));
    }

    void emptyHeads()
    {
        const support::MemoryHead none(Source::Scores, support::StoredNumbers(0, 5, {}, Element::F32));
        StatisticsRequest request = everything();
        request.outputError = false;
        const auto reply = replyWith(2, none, request);
        QVERIFY(reply);
        QVERIFY(reply->rows.empty());
        QCOMPARE(reply->curve.size(), std::size_t{4});
    }
};

QTEST_APPLESS_MAIN(TestReferenceBackend)
#include "tst_referencebackend.moc"
