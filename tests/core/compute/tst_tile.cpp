// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>

#include "compute/backend.h"
#include "memoryhead.h"

using namespace core;

namespace {

std::shared_ptr<const ResidentHead> held(const HeadRows& head)
{
    ThreadPool pool(2);
    Work work{pool};
    return *makeReferenceBackend()->hold(head, work);
}

/// A picture painted cell by cell from probabilities and ranks, without a thought for speed.
class SlowPainter
{
public:
    SlowPainter(const ResidentHead& head, support::Shape shape, const TileRequest& request)
        : m_head(head)
        , m_shape(shape)
        , m_request(request)
    {
    }

    void paint(std::size_t x, std::size_t y, PixelState& state, int& colour) const
    {
        const auto columns = cells(m_request.cells.key, m_request.cells.keys, x, m_request.width, m_head.keyCount());
        const auto rows = cells(m_request.cells.row, m_request.cells.rows, y, m_request.height, m_head.rowCount());
        bool anyNan = false;
        bool anyKept = false;
        std::vector<float> existing;
        for (const std::size_t row : rows) {
            for (const std::size_t key : columns) {
                const float p = m_head.probability(row, key);
                const RowState rowState = m_head.rows()[row].state;
                if (std::isnan(p)) {
                    const bool allowed = m_shape == support::Shape::Full || key <= row;
                    anyNan = anyNan || (allowed && rowState == RowState::Undefined);
                    continue;
                }
                existing.push_back(p);
                anyKept = anyKept || isKept(row, key);
            }
        }
        colour = 0;
        if (rows.empty() || columns.empty())
            state = PixelState::NoCell;
        else if (anyNan)
            state = PixelState::NanCell;
        else if (existing.empty())
            state = PixelState::MaskedCell;
        else {
            state = anyKept ? PixelState::KeptCell : PixelState::DroppedCell;
            colour = exceeded(reduced(existing));
        }
    }

private:
    static std::vector<std::size_t> cells(
        double begin, double extent, std::size_t pixel, std::size_t pixels, std::size_t count)
    {
        const double step = extent / static_cast<double>(pixels);
        const auto at = static_cast<double>(pixel);
        std::vector<std::size_t> found;
        for (std::size_t cell = 0; cell < count; ++cell) {
            const auto c = static_cast<double>(cell);
            const bool inside = step >= 1
                ? c >= std::floor(begin + at * step) && c < std::floor(begin + (at + 1) * step)
                : c == std::floor(begin + (at + 0.5) * step);
            if (inside)
                found.push_back(cell);
        }
        return found;
    }

    bool isKept(std::size_t row, std::size_t key) const
    {
        if (!m_request.veil)
            return true;
        return m_head.rows()[row].state == RowState::Valid
            && m_head.choiceOf(*m_request.veil, row).shown.contains(m_head.rank(row, key));
    }

    float reduced(const std::vector<float>& p) const
    {
        if (m_request.reducer == Reducer::Largest)
            return *std::max_element(p.begin(), p.end());
        double sum = 0;
        for (const float x : p)
            sum += static_cast<double>(x);
        return static_cast<float>(sum / static_cast<double>(p.size()));
    }

    int exceeded(float p) const
    {
        return static_cast<int>(
            std::count_if(m_request.thresholds.begin(), m_request.thresholds.end(), [&](float t) { return p > t; }));
    }

    const ResidentHead& m_head;
    support::Shape m_shape;
    const TileRequest& m_request;
};

std::vector<float> logThresholds(std::size_t count)
{
    std::vector<float> thresholds;
    for (std::size_t i = 0; i < count; ++i)
        thresholds.push_back(
            static_cast<float>(std::pow(10.0, -5 + 5.0 * static_cast<double>(i) / static_cast<double>(count))));
    return thresholds;
}

void compare(const ResidentHead& head, support::Shape shape, const TileRequest& request, ThreadPool& pool)
{
    const TileReply reply = head.tile(request, pool);
    QCOMPARE(reply.width, request.width);
    QCOMPARE(reply.colour.size(), request.width * request.height);
    QCOMPARE(reply.state.size(), request.width * request.height);
    const SlowPainter slow(head, shape, request);
    for (std::size_t y = 0; y < request.height; ++y) {
        for (std::size_t x = 0; x < request.width; ++x) {
            PixelState state{};
            int colour = 0;
            slow.paint(x, y, state, colour);
            QCOMPARE(reply.state[y * request.width + x], state);
            // A mean may be summed in another order, and then fall on the other side of a threshold.
            const int off = std::abs(int{reply.colour[y * request.width + x]} - colour);
            QVERIFY(off <= (request.reducer == Reducer::Mean ? 1 : 0));
        }
    }
}

support::MemoryHead spoiledHead(std::size_t rows, std::size_t keys, support::Shape shape)
{
    auto scores = support::normalNumbers(rows * keys, 3, 11);
    if (rows > 6) {
        std::fill_n(
            scores.begin() + static_cast<std::ptrdiff_t>(3 * keys), keys, -std::numeric_limits<double>::infinity());
        scores[5 * keys] = std::nan("");
        scores[6 * keys] = -std::numeric_limits<double>::infinity();
    }
    return {Source::Scores, support::StoredNumbers(rows, keys, scores, Element::F32), shape};
}

}

class TestTile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalsASlowPainter_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("keys");
        QTest::addColumn<bool>("causal");
        QTest::newRow("1 x 1") << 1 << 1 << false;
        QTest::newRow("1 x 19") << 1 << 19 << false;
        QTest::newRow("23 x 1") << 23 << 1 << false;
        QTest::newRow("13 x 127") << 13 << 127 << false;
        QTest::newRow("causal 61 x 61") << 61 << 61 << true;
    }
    void equalsASlowPainter()
    {
        QFETCH(int, rows);
        QFETCH(int, keys);
        QFETCH(bool, causal);
        const auto shape = causal ? support::Shape::Causal : support::Shape::Full;
        const auto head = held(spoiledHead(static_cast<std::size_t>(rows), static_cast<std::size_t>(keys), shape));
        ThreadPool pool(2);
        const double r = rows;
        const double k = keys;
        const CellRect views[] = {
            {0, 0, r, k}, // all
            {-0.3 * r, -0.2 * k, 1.7 * r, 1.6 * k}, // with room around
            {0.31 * r, 0.17 * k, 0.2 * r, 0.1 * k}, // zoomed in
            {0.5, 0.25, 0.3, 0.4}, // inside one cell
            {0.4, 0.6, r / 2, k * 0.9}, {2 * r, 2 * k, r, k}, // beside it
        };
        for (const CellRect& view : views) {
            for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{9, 5}, {40, 33}, {1, 1}}) {
                for (const Reducer reducer : {Reducer::Largest, Reducer::Mean}) {
                    TileRequest request{view, width, height, reducer, logThresholds(255), {}};
                    compare(*head, shape, request, pool);
                    request.veil = TopK{3};
                    compare(*head, shape, request, pool);
                    request.veil = TopP{0.8};
                    request.thresholds = logThresholds(7);
                    compare(*head, shape, request, pool);
                    request.veil = Window{5, 2};
                    compare(*head, shape, request, pool);
                    if (QTest::currentTestFailed())
                        return;
                }
            }
        }
    }

    void rowsOfZerosAreDroppedByAVeilOnly()
    {
        const auto head = held(
            support::MemoryHead(Source::Probabilities, support::StoredNumbers(2, 2, {0, 0, 0.75, 0.25}, Element::F32)));
        ThreadPool pool(1);
        TileRequest request{{0, 0, 2, 2}, 2, 2, Reducer::Largest, {0.0F, 0.5F}, {}};
        const auto kept = PixelState::KeptCell;
        const auto dropped = PixelState::DroppedCell;
        QVERIFY(head->tile(request, pool).state == (std::vector{kept, kept, kept, kept}));
        QCOMPARE(head->tile(request, pool).colour, (std::vector<std::uint8_t>{0, 0, 2, 1}));
        request.veil = TopK{1};
        QVERIFY(head->tile(request, pool).state == (std::vector{dropped, dropped, kept, dropped}));
    }

    void anyNumberOfThreadsPaintsTheSame()
    {
        const auto head = held(spoiledHead(120, 90, support::Shape::Full));
        const TileRequest request{
            {-3, 2, 130, 80}, 70, 64, Reducer::Mean, logThresholds(100), PreparedRule(Window{9, 3})};
        ThreadPool one(1);
        const TileReply expected = head->tile(request, one);
        for (const std::size_t threads : {2U, 5U}) {
            // A fresh head has no picture in store.
            const auto fresh = held(spoiledHead(120, 90, support::Shape::Full));
            ThreadPool pool(threads);
            const TileReply reply = fresh->tile(request, pool);
            QVERIFY(reply.colour == expected.colour && reply.state == expected.state);
        }
    }

    void manyThreadsMayAskAtTheSameTime()
    {
        const auto head = held(spoiledHead(60, 60, support::Shape::Full));
        ThreadPool pool(3);
        ThreadPool askers(4);
        std::vector<TileReply> replies(24);
        const auto request = [](std::size_t i) {
            return TileRequest{{0, 0, 60, 60 - static_cast<double>(i % 3)}, 30, 20, Reducer::Largest, logThresholds(9),
                PreparedRule(TopK{1 + i})};
        };
        askers.forEach(replies.size(), [&](std::size_t i) { replies[i] = head->tile(request(i), pool); });
        for (std::size_t i = 0; i < replies.size(); ++i) {
            const TileReply alone = head->tile(request(i), pool);
            QVERIFY(replies[i].colour == alone.colour && replies[i].state == alone.state);
        }
    }

    void odditiesPaintNothing()
    {
        const auto head = held(spoiledHead(10, 10, support::Shape::Full));
        ThreadPool pool(1);
        QVERIFY(head->tile({{0, 0, 10, 10}, 0, 0, Reducer::Largest, {}, {}}, pool).colour.empty());
        for (const CellRect& view :
            {CellRect{std::nan(""), 0, 5, 5}, CellRect{0, 0, 0, 5}, CellRect{0, 0, 1e300 * 1e300, 5}}) {
            const TileReply reply = head->tile({view, 4, 4, Reducer::Largest, {0.1F}, {}}, pool);
            QVERIFY(std::all_of(
                reply.state.begin(), reply.state.end(), [](PixelState s) { return s == PixelState::NoCell; }));
        }
    }
};

QTEST_APPLESS_MAIN(TestTile)
#include "tst_tile.moc"
