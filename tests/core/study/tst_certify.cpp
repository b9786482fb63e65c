// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "compute/backend.h"
#include "memorycapture.h"
#include "study/certify.h"

using namespace core;

namespace {

/// Rows of 4 keys whose tail mass at k = 1 is given; NaN makes the row undefined.
std::shared_ptr<support::MemoryHead> headOf(const std::vector<double>& tails)
{
    std::vector<double> numbers;
    for (const double tail : tails)
        numbers.insert(numbers.end(), {1 - tail, tail / 2, tail / 4, tail / 4});
    return std::make_shared<support::MemoryHead>(
        Source::Probabilities, support::StoredNumbers(tails.size(), 4, numbers, Element::F64));
}

const double notANumber = std::nan("");

/// Layer 0: heads of largest tail 0.25 and 0.375, layer 1: one of 0.125, group decoder.
support::MemoryCapture threeHeads()
{
    support::MemoryCapture capture;
    capture.add({"decoder", {0}, {0}, {0}}, headOf({0.125, 0.25, notANumber}));
    capture.add({"decoder", {0}, {1}, {0}}, headOf({0.375, 0.0625, 0.375}));
    capture.add({"decoder", {1}, {0}, {0}}, headOf({0.125, 0.0625, 0.125}));
    return capture;
}

Claim claimOf(Scope scope, double epsilon, Statistic statistic = Statistic::Max)
{
    Claim claim;
    claim.rule = TopK{1};
    claim.epsilon = epsilon;
    claim.scope = scope;
    claim.statistic = statistic;
    return claim;
}

Result<Certificate> decided(const Capture& capture, const Claim& claim, const std::vector<std::size_t>& rows = {},
    const Progress& progress = {})
{
    ThreadPool pool(2);
    Work work{pool, progress};
    const auto backend = makeReferenceBackend();
    return certify(capture, capture.heads(), rows, claim, *backend, work);
}

std::vector<std::string> unitsOf(const Certificate& certificate)
{
    std::vector<std::string> units;
    for (const Decision& decision : certificate.decisions)
        units.push_back(decision.unit);
    return units;
}

}

class TestCertify : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heads()
    {
        const auto certificate = decided(threeHeads(), claimOf(Scope::Heads, 0.3));
        QVERIFY(certificate);
        QCOMPARE(unitsOf(*certificate), (std::vector<std::string>{"L0H0", "L0H1", "L1H0"}));
        const Decision& first = certificate->decisions[0];
        QCOMPARE(first.verdict, Verdict::Certified);
        QVERIFY(first.max.contains(0.25) && first.max.width() < 1e-14);
        QVERIFY(first.mean.contains(0.1875));
        QVERIFY(first.p99.contains(0.25));
        QCOMPARE(first.value, first.max);
        QCOMPARE(first.worst.row, std::size_t{1});
        QCOMPARE(first.rowsHolding, std::size_t{2});
        QCOMPARE(first.audit.valid, std::size_t{2});
        QCOMPARE(first.audit.undefined, std::size_t{1});
        const Decision& second = certificate->decisions[1];
        QCOMPARE(second.verdict, Verdict::NotCertified);
        QCOMPARE(second.worst.row, std::size_t{0}); // the first of equals
        QCOMPARE(second.rowsHolding, std::size_t{1});
        QCOMPARE(certificate->verdict, Verdict::NotCertified);
        QCOMPARE(certificate->audit.total, std::size_t{9});
        QCOMPARE(certificate->audit.undefined, std::size_t{1});
    }

    void strictness()
    {
        // Exactly epsilon is not below it, and an interval that holds epsilon decides nothing.
        const auto certificate = decided(threeHeads(), claimOf(Scope::Heads, 0.375));
        QVERIFY(certificate);
        QCOMPARE(certificate->decisions[0].verdict, Verdict::Certified);
        QCOMPARE(certificate->decisions[1].verdict, Verdict::Undecided);
        QCOMPARE(certificate->verdict, Verdict::Undecided);
        QCOMPARE(decided(threeHeads(), claimOf(Scope::Heads, 0.376))->verdict, Verdict::Certified);
    }

    void statistics()
    {
        // Mean of L0H1: 0.8125 / 3 = 0.2708.
        QCOMPARE(decided(threeHeads(), claimOf(Scope::Heads, 0.28, Statistic::Mean))->verdict, Verdict::Certified);
        const auto not27 = decided(threeHeads(), claimOf(Scope::Heads, 0.27, Statistic::Mean));
        QCOMPARE(not27->decisions[1].verdict, Verdict::NotCertified);
        QCOMPARE(not27->decisions[1].value, not27->decisions[1].mean);
        std::vector<double> tails(200, 0.1);
        tails[7] = tails[9] = 0.5;
        support::MemoryCapture capture;
        capture.add({"", {0}, {0}, {0}}, headOf(tails));
        QCOMPARE(decided(capture, claimOf(Scope::Heads, 0.2, Statistic::P99))->verdict, Verdict::Certified);
        QCOMPARE(decided(capture, claimOf(Scope::Heads, 0.2, Statistic::Max))->verdict, Verdict::NotCertified);
        tails[11] = 0.5;
        support::MemoryCapture worse;
        worse.add({"", {0}, {0}, {0}}, headOf(tails));
        const auto p99 = decided(worse, claimOf(Scope::Heads, 0.2, Statistic::P99));
        QCOMPARE(p99->verdict, Verdict::NotCertified);
        QVERIFY(p99->decisions[0].p99.contains(0.5));
    }

    void layersAndDump()
    {
        const auto layers = decided(threeHeads(), claimOf(Scope::Layers, 0.3));
        QVERIFY(layers);
        QCOMPARE(unitsOf(*layers), (std::vector<std::string>{"decoder L0", "decoder L1"}));
        QCOMPARE(layers->decisions[0].worst.head.head.value, 1U);
        QCOMPARE(layers->decisions[0].audit.valid, std::size_t{5});
        QVERIFY(layers->decisions[0].mean.contains((0.125 + 0.25 + 0.375 + 0.0625 + 0.375) / 5));
        const auto dump = decided(threeHeads(), claimOf(Scope::Dump, 0.376));
        QCOMPARE(unitsOf(*dump), (std::vector<std::string>{"dump"}));
        QCOMPARE(dump->decisions[0].audit.total, std::size_t{9});
        QCOMPARE(dump->verdict, Verdict::Certified);
    }

    void rowsWithoutANumberAreUnitsOnlyWhenNamed()
    {
        const auto all = decided(threeHeads(), claimOf(Scope::Rows, 0.376));
        QVERIFY(all);
        QCOMPARE(all->decisions.size(), std::size_t{8});
        QCOMPARE(all->decisions[1].unit, std::string("L0H0 row 1"));
        QCOMPARE(all->verdict, Verdict::Certified);
        QCOMPARE(all->audit.undefined, std::size_t{1});
        const auto named = decided(threeHeads(), claimOf(Scope::Rows, 0.376), {2, 0, 2});
        QVERIFY(named);
        QCOMPARE(named->decisions.size(), std::size_t{6});
        QCOMPARE(named->decisions[1].unit, std::string("L0H0 row 2"));
        QCOMPARE(named->decisions[1].verdict, Verdict::Undecided);
        QCOMPARE(named->decisions[1].value, (Interval{0, 1}));
        QCOMPARE(named->verdict, Verdict::Undecided);
    }

    void chosenRowsOfHeads()
    {
        const auto certificate = decided(threeHeads(), claimOf(Scope::Heads, 0.2), {0, 1});
        QCOMPARE(certificate->decisions[1].audit.total, std::size_t{2});
        QCOMPARE(certificate->decisions[2].verdict, Verdict::Certified);
        const auto beyond = decided(threeHeads(), claimOf(Scope::Heads, 0.2), {3});
        QVERIFY(!beyond);
        QCOMPARE(beyond.error().code, ErrorCode::BadRequest);
    }

    void aHeadWithoutNumbersIsNotCertified()
    {
        support::MemoryCapture capture;
        capture.add({"", {0}, {0}, {0}}, headOf({notANumber, notANumber}));
        for (const Scope scope : {Scope::Heads, Scope::Rows, Scope::Dump})
            QCOMPARE(decided(capture, claimOf(scope, 0.5))->verdict, Verdict::Undecided);
    }

    void saturatedRows()
    {
        Claim claim = claimOf(Scope::Dump, 0.01);
        claim.rule = TopK{4};
        const auto certificate = decided(threeHeads(), claim);
        QCOMPARE(certificate->verdict, Verdict::Certified);
        QCOMPARE(certificate->decisions[0].saturated, std::size_t{8});
        QCOMPARE(certificate->decisions[0].max, (Interval{0, 0}));
    }

    void refusesAndStops()
    {
        QCOMPARE(decided(threeHeads(), claimOf(Scope::Heads, std::nan(""))).error().code, ErrorCode::BadRequest);
        QCOMPARE(decided(support::MemoryCapture(), claimOf(Scope::Heads, 0.1)).error().code, ErrorCode::BadRequest);
        const auto stopped =
            decided(threeHeads(), claimOf(Scope::Heads, 0.1), {}, Progress([](double) { return false; }));
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestCertify)
#include "tst_certify.moc"
