// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/headsearch.h"

#include <QtTest>

#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

#include "memoryhead.h"

using core::Element;

namespace {

const std::vector<core::SearchMethod> all = core::parseSearchMethods("all").value();

support::MemoryHead headOf(std::size_t rows, std::size_t keys, std::size_t dimensions,
    support::Shape shape = support::Shape::Full, Element element = Element::F16)
{
    return {support::StoredNumbers(rows, dimensions, support::normalNumbers(rows * dimensions, 2, 5), element),
        support::StoredNumbers(keys, dimensions, support::normalNumbers(keys * dimensions, 1.5, 6), element),
        1 / std::sqrt(static_cast<double>(std::max<std::size_t>(dimensions, 1))), shape};
}

std::vector<std::size_t> allRows(const core::HeadRows& head)
{
    std::vector<std::size_t> rows(head.rowCount());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return rows;
}

core::Result<core::HeadSearch> search(const core::HeadRows& head, std::size_t threads = 1, core::Progress progress = {})
{
    core::ThreadPool pool(threads);
    core::Work work{pool, std::move(progress), {}};
    return core::searchHead(head, allRows(head), {all, {0.1, 0.01}, 16}, work);
}

void checkSane(const core::HeadSearch& found)
{
    for (const core::EpsilonSearch& at : found.epsilons) {
        QCOMPARE(at.methods.size(), all.size());
        for (const core::MethodSummary& method : at.methods) {
            QCOMPARE(method.provenRows, found.rows);
            QVERIFY(method.earlyRows <= found.rows);
            QVERIFY(found.rows == 0 || (method.scored > 0 && method.scored <= 1));
            QVERIFY(method.kept <= method.scored);
            QVERIFY(method.bytes >= method.scored);
            QVERIFY(at.oracle <= method.scored * (1 + 1e-12) || method.method == core::SearchMethod::DeltaK);
        }
    }
}

bool sameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}

class TestHeadSearch : public QObject
{
    Q_OBJECT

private slots:
    void anyNumberOfThreadsGivesTheSameBytes()
    {
        const auto head = headOf(130, 130, 8, support::Shape::Causal);
        const auto one = search(head, 1);
        const auto four = search(head, 4);
        QVERIFY(one && four);
        QCOMPARE(one->rows, std::size_t(130));
        checkSane(*one);
        for (std::size_t i = 0; i < one->epsilons.size(); ++i) {
            QVERIFY(sameBits(one->epsilons[i].oracle, four->epsilons[i].oracle));
            for (std::size_t m = 0; m < all.size(); ++m) {
                const auto& a = one->epsilons[i].methods[m];
                const auto& b = four->epsilons[i].methods[m];
                QVERIFY(sameBits(a.scored, b.scored) && sameBits(a.bytes, b.bytes) && sameBits(a.kept, b.kept));
                QVERIFY(a.provenRows == b.provenRows && a.earlyRows == b.earlyRows);
            }
        }
    }

    void smallHeads_data()
    {
        QTest::addColumn<int>("keys");
        QTest::addColumn<int>("dimensions");
        QTest::newRow("one key") << 1 << 8;
        QTest::newRow("one key, one dimension") << 1 << 1;
        QTest::newRow("one dimension") << 33 << 1;
        QTest::newRow("more dimensions than keys") << 5 << 128;
    }

    void smallHeads()
    {
        QFETCH(int, keys);
        QFETCH(int, dimensions);
        const auto count = static_cast<std::size_t>(keys);
        for (const auto shape : {support::Shape::Full, support::Shape::Causal})
            for (const auto element : {Element::F16, Element::BF16, Element::F32, Element::F64}) {
                const auto found = search(headOf(count, count, static_cast<std::size_t>(dimensions), shape, element));
                QVERIFY(found);
                QCOMPARE(found->rows, count);
                checkSane(*found);
            }
    }

    void rowsWithoutKeysAreNotCounted()
    {
        auto masked = headOf(4, 6, 3);
        masked.setAllowedKeys({0, 0, 0, 0, 0, 0});
        const auto none = search(masked);
        QVERIFY(none);
        QCOMPARE(none->looked, std::size_t(4));
        QCOMPARE(none->rows, std::size_t(0));
        const auto empty = search(headOf(3, 0, 4));
        QVERIFY(empty);
        QCOMPARE(empty->rows, std::size_t(0));
        const auto noRows = search(headOf(0, 7, 4));
        QVERIFY(noRows);
        QCOMPARE(noRows->looked, std::size_t(0));
    }

    void rowsThatSeeNoNumberAreNotCounted()
    {
        auto keys = support::normalNumbers(40 * 4, 1, 3);
        keys[30 * 4 + 2] = std::numeric_limits<double>::quiet_NaN();
        const support::MemoryHead head(support::StoredNumbers(40, 4, support::normalNumbers(160, 1, 4), Element::F32),
            support::StoredNumbers(40, 4, keys, Element::F32), 0.5, support::Shape::Causal);
        const auto found = search(head);
        QVERIFY(found);
        QCOMPARE(found->rows, std::size_t(30)); // rows 30 and after see the key
        checkSane(*found);
    }

    void paddedKeysAreNeitherScoredNorSummedUp()
    {
        auto head = headOf(20, 20, 4);
        auto padded = support::normalNumbers(20 * 4, 1.5, 6);
        for (std::size_t i = 10 * 4; i < padded.size(); ++i)
            padded[i] = 30;
        support::MemoryHead other(support::StoredNumbers(20, 4, support::normalNumbers(80, 2, 5), Element::F16),
            support::StoredNumbers(20, 4, padded, Element::F16), 0.5);
        std::vector<std::uint8_t> exists(20, 0);
        std::fill(exists.begin(), exists.begin() + 10, std::uint8_t{1});
        head.setAllowedKeys(exists);
        other.setAllowedKeys(exists);
        const auto a = search(head);
        const auto b = search(other);
        QVERIFY(a && b);
        for (std::size_t m = 0; m < all.size(); ++m)
            QCOMPARE(a->epsilons[1].methods[m].scored, b->epsilons[1].methods[m].scored);
    }

    /// 64 keys of 8 halves, one block: the bytes of each method, by hand. All keys are equal, so that all are scored.
    void bytesAreThoseOfSummariesAndKeys()
    {
        const support::MemoryHead head(support::StoredNumbers(1, 8, std::vector<double>(8, 1), Element::F16),
            support::StoredNumbers(64, 8, std::vector<double>(64 * 8, 1), Element::F16), 1);
        core::ThreadPool pool(1);
        core::Work work{pool, {}, {}};
        const auto found = core::searchHead(head, {0}, {all, {0.001}, 64}, work);
        QVERIFY(found);
        const double keys = 64 * 8 * 2;
        const std::vector<double> summaries{32, 32 + 8, 8, 32 + 32 + 24, 32 + 32 + 32, 32 + 8, 32 + 32 + 24,
            8 * (64 + 12), 4.0 * (64 * 5 + 5 * 8) + 16};
        for (std::size_t m = 0; m < all.size(); ++m) {
            QCOMPARE(found->epsilons[0].methods[m].scored, 1.0);
            QCOMPARE(found->epsilons[0].methods[m].bytes, 1 + summaries[m] / keys);
            QCOMPARE(found->epsilons[0].methods[m].earlyRows, std::size_t(0));
        }
    }

    void stopsWhenToldTo()
    {
        const auto head = headOf(200, 50, 4);
        std::atomic<int> calls = 0;
        const auto stopped = search(head, 2, core::Progress([&](double) { return ++calls < 2; }));
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, core::ErrorCode::Cancelled);
    }

    void onlyHeadsOfQueriesAndKeys()
    {
        const auto refused = search(support::scoreHead(3, 4, 1, 2));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, core::ErrorCode::BadRequest);
    }

    /// Bounds are of q.k; a soft-cap is nothing that they know of.
    void softCappedScoresAreRefused()
    {
        support::MemoryHead head = headOf(3, 6, 4);
        head.setSoftCap(50);
        const auto refused = search(head);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, core::ErrorCode::BadRequest);
        QVERIFY(refused.error().message.find("soft-capped") != std::string::npos);
    }

    void aChangedFileGivesNothing()
    {
        auto head = headOf(3, 4, 2);
        const auto bytes = std::make_shared<support::FragileBytes>();
        bytes->whole = false;
        head.setGuard(bytes);
        const auto refused = search(head);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, core::ErrorCode::FileChanged);
    }
};

QTEST_GUILESS_MAIN(TestHeadSearch)
#include "tst_headsearch.moc"
