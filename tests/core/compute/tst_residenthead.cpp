// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "compute/backend.h"
#include "compute/blockrule.h"
#include "memoryhead.h"

using namespace core;

namespace {

std::shared_ptr<const ResidentHead> held(const HeadRows& head)
{
    ThreadPool pool(2);
    Work work{pool};
    const auto resident = makeReferenceBackend()->hold(head, work);
    return resident ? *resident : nullptr;
}

HeadReply replyTo(const HeadRows& head, const StatisticsRequest& request)
{
    ThreadPool pool(2);
    Work work{pool};
    return *makeReferenceBackend()->head(head, request, work);
}

/// Rows of every state: valid ones, masked, NaN, and all zero.
support::MemoryHead probabilityHead()
{
    constexpr std::size_t keys = 40;
    auto numbers = support::normalNumbers(keys * keys, 2, 9);
    for (double& number : numbers)
        number = std::exp(number - 8);
    numbers[7 * keys + 2] = std::nan("");
    std::fill_n(numbers.begin() + 20 * keys, keys, 0.0);
    support::MemoryHead head(
        Source::Probabilities, support::StoredNumbers(keys, keys, numbers, Element::F32), support::Shape::Causal);
    std::vector<std::uint8_t> allowed(keys, 1);
    allowed[0] = 0; // row 0 has no key
    head.setAllowedKeys(allowed);
    return head;
}

}

class TestResidentHead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Scores 0 to 2 and a sink of 1.5: what is drawn of a row sums to what the sink leaves.
    void cellsLeaveTheSinksShare()
    {
        support::MemoryHead head(Source::Scores, support::StoredNumbers(1, 3, {0, 2, 1}, Element::F64));
        head.setSinkScore(1.5);
        const auto resident = held(head);
        QVERIFY(resident);
        const double total = 1 + std::exp(2.0) + std::exp(1.0) + std::exp(1.5);
        for (std::size_t key = 0; key < 3; ++key) {
            const double expected = std::exp(key == 0 ? 0.0 : key == 1 ? 2.0 : 1.0) / total;
            QVERIFY(std::abs(static_cast<double>(resident->probability(0, key)) - expected) < 1e-7);
        }
        QCOMPARE(resident->rank(0, 1), 0U);
        QVERIFY(std::abs(resident->rows()[0].largestWeight - std::exp(2.0) / total) < 1e-15);
    }

    void scrubbingGivesTheNumbersOfTheBackend()
    {
        const auto causal = support::scoreHead(90, 90, 3, 5, support::Shape::Causal);
        const auto cross = support::scoreHead(33, 120, 1, 6);
        const auto probabilities = probabilityHead();
        auto withSink = support::scoreHead(70, 70, 2, 7, support::Shape::Causal);
        withSink.setSinkScore(1.5);
        for (const HeadRows* head : {static_cast<const HeadRows*>(&causal), static_cast<const HeadRows*>(&cross),
                 static_cast<const HeadRows*>(&probabilities), static_cast<const HeadRows*>(&withSink)}) {
            const auto resident = held(*head);
            QVERIFY(resident);
            StatisticsRequest request;
            ThreadPool pool(2);
            Work work{pool};
            const BlockTop blocks{8, 4, 3};
            const auto masses = blockMasses(*head, blocks, {}, work);
            QVERIFY(masses);
            for (const PreparedRule& rule :
                {PreparedRule(TopK{1}), PreparedRule(TopK{17}), PreparedRule(TopK{5000}), PreparedRule(TopP{0.9}),
                    PreparedRule(TopP{1 - 1e-9}), PreparedRule(Threshold{0.01}), PreparedRule(Window{7, 2}),
                    PreparedRule(ForcedTopK{20, {7, 2}}), PreparedRule(blocks, masses->best(3)),
                    PreparedRule(blocks, resident->blockMasses(blocks, pool).best(3))}) {
                request.rule = rule;
                const HeadReply reply = replyTo(*head, request);
                const auto records = resident->at(rule, pool);
                QCOMPARE(records.size(), head->rowCount());
                for (std::size_t row = 0; row < records.size(); ++row)
                    QCOMPARE(records[row], reply.rows[row].rule.value_or(KeptRecord{}));
            }
            request = {};
            for (const double epsilon : {0.5, 0.03, 1e-6}) {
                request.epsilons = {epsilon};
                const HeadReply reply = replyTo(*head, request);
                const auto kEps = resident->kEps(epsilon);
                for (std::size_t row = 0; row < kEps.size(); ++row)
                    QCOMPARE(kEps[row], reply.rows[row].kEps.empty() ? 0U : reply.rows[row].kEps[0]);
            }
            QVERIFY(resident->rows() == replyTo(*head, {}).rows);
        }
    }

    void cellsOfEveryState()
    {
        const auto head = probabilityHead();
        const auto resident = held(head);
        QVERIFY(resident);
        QCOMPARE(resident->rows()[0].state, RowState::Masked);
        QCOMPARE(resident->rows()[7].state, RowState::Undefined);
        QCOMPARE(resident->rows()[20].state, RowState::Zero);
        QVERIFY(std::isnan(resident->probability(0, 0)));
        QVERIFY(std::isnan(resident->probability(7, 3)));
        QCOMPARE(resident->probability(20, 3), 0.0F);
        QVERIFY(std::isnan(resident->probability(10, 11))); // beyond the diagonal
        QCOMPARE(resident->rank(10, 11), 40U);
        QVERIFY(std::isnan(resident->probability(10, 0))); // padded
        QCOMPARE(resident->rank(10, 0), 40U);
        double sum = 0;
        std::vector<bool> taken(10, false);
        for (std::size_t key = 1; key <= 10; ++key) {
            sum += static_cast<double>(resident->probability(10, key));
            taken[resident->rank(10, key)] = true;
            for (std::size_t other = 1; other <= 10; ++other)
                if (resident->rank(10, key) < resident->rank(10, other))
                    QVERIFY(resident->probability(10, key) >= resident->probability(10, other));
        }
        QVERIFY(std::abs(sum - 1) < 1e-6);
        QCOMPARE(std::count(taken.begin(), taken.end(), true), 10);
    }

    void longRanksFitToo()
    {
        const auto head = support::scoreHead(2, 70000, 1, 2);
        const auto resident = held(head);
        QVERIFY(resident);
        std::uint32_t largest = 0;
        for (std::size_t key = 0; key < 70000; ++key)
            largest = std::max(largest, resident->rank(1, key));
        QCOMPARE(largest, 69999U);
    }

    void refusesWhatDoesNotFit()
    {
        const auto head = support::scoreHead(200, 200, 1, 2);
        ThreadPool pool(1);
        Work work{pool, {}, {1000 * 1000}};
        const auto refused = makeReferenceBackend()->hold(head, work);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::TooLarge);
        QCOMPARE(refused.error().message,
            std::string("failed to hold a head: it needs 2 MB of memory and 1 MB are allowed"));
        work.memory.bytes = 2 * 1000 * 1000;
        const auto fits = makeReferenceBackend()->hold(head, work);
        QVERIFY(fits);
        QVERIFY((*fits)->bytes() <= work.memory.bytes);
        QVERIFY((*fits)->bytes() > std::size_t{200 * 200 * 26});
    }

    void causalHeadsStoreOnlyWhatExists()
    {
        const auto full = held(support::scoreHead(300, 300, 1, 2));
        const auto causal = held(support::scoreHead(300, 300, 1, 2, support::Shape::Causal));
        QVERIFY(full && causal);
        QVERIFY(causal->bytes() < full->bytes() * 6 / 10);
    }
};

QTEST_APPLESS_MAIN(TestResidentHead)
#include "tst_residenthead.moc"
