// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "study/mean.h"
#include "study/quantile.h"
#include "study/summary.h"

using namespace core;

namespace {

RowRecord validRow(std::uint32_t keys)
{
    RowRecord row;
    row.state = RowState::Valid;
    row.keyCount = keys;
    return row;
}

RowRecord rowOf(RowState state)
{
    RowRecord row;
    row.state = state;
    return row;
}

KeptRecord lost(double lower, double upper, std::uint32_t kept)
{
    KeptRecord record;
    record.tailMass = {lower, upper};
    record.kept = kept;
    return record;
}

}

class TestSummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quantilesAreValuesThatOccur()
    {
        const auto p99Of = [](std::size_t count) {
            std::vector<std::size_t> values;
            for (std::size_t i = count; i > 0; --i)
                values.push_back(i);
            return quantile(values, 99);
        };
        QCOMPARE(p99Of(1), std::size_t{1});
        QCOMPARE(p99Of(2), std::size_t{2});
        QCOMPARE(p99Of(99), std::size_t{99});
        QCOMPARE(p99Of(100), std::size_t{99}); // 99 of 100 rows are at or below 99
        QCOMPARE(p99Of(101), std::size_t{100});
        QCOMPARE(p99Of(200), std::size_t{198});
        QCOMPARE(p99Of(300), std::size_t{297});
        std::vector<int> four{4, 1, 3, 2};
        QCOMPARE(quantile(four, 50), 2);
        std::vector<int> five{5, 4, 1, 3, 2};
        QCOMPARE(quantile(five, 50), 3);
    }

    void meansRoundOutward()
    {
        ExactSum lower;
        ExactSum upper;
        for (const double x : {0.1, 0.1, 0.3}) {
            lower.add(x);
            upper.add(x);
        }
        const Interval mean = meanOf(lower, upper, 3);
        const auto exact = (static_cast<long double>(0.1) * 2 + static_cast<long double>(0.3)) / 3;
        QVERIFY(static_cast<long double>(mean.lower) < exact && exact < static_cast<long double>(mean.upper));
        QCOMPARE(std::nextafter(mean.lower, 1.0), mean.upper);
        ExactSum half;
        half.add(0.75);
        half.add(0.25);
        QCOMPARE(meanOf(half, half, 2), (Interval{0.5, 0.5}));
        QCOMPARE(meanOf({}, {}, 7), (Interval{0, 0}));
        QCOMPARE(meanOf({}, {}, 0), (Interval{0, 0}));
        ExactSum tiny;
        tiny.add(0x1p-1074);
        QCOMPARE(meanOf(tiny, tiny, 2), (Interval{0, 0x1p-1074}));
    }

    void auditCountsEveryState()
    {
        std::vector<RowRecord> rows{validRow(3), rowOf(RowState::Masked), rowOf(RowState::Undefined),
            rowOf(RowState::Zero), rowOf(RowState::Zero), rowOf(RowState::Absent), validRow(3)};
        rows[0].notNormalised = true;
        const RowAudit audit = auditOf(rows);
        QCOMPARE(audit.total, std::size_t{7});
        QCOMPARE(audit.valid, std::size_t{2});
        QCOMPARE(audit.masked, std::size_t{1});
        QCOMPARE(audit.undefined, std::size_t{1});
        QCOMPARE(audit.zero, std::size_t{2});
        QCOMPARE(audit.notNormalised, std::size_t{1});
    }

    void tailMassOverValidRows()
    {
        const std::vector<RowRecord> rows{
            rowOf(RowState::Masked), validRow(2), validRow(10), validRow(10), validRow(10)};
        const std::vector<KeptRecord> records{
            lost(9, 9, 9), lost(0, 0, 2), lost(0.25, 0.5, 4), lost(0.375, 0.5, 4), lost(0.125, 0.25, 4)};
        const TailMassSummary summary = summariseTailMass(rows, records);
        QCOMPARE(summary.mean, (Interval{0.1875, 0.3125}));
        QCOMPARE(summary.max, (Interval{0.375, 0.5}));
        QCOMPARE(summary.worstRow, std::size_t{2}); // the first of equals
        QCOMPARE(summary.p99, 0.5);
        QCOMPARE(summary.saturated, std::size_t{1});
        QCOMPARE(summary.keptMean, 3.5);
        QCOMPARE(summary.density, 14.0 / 32.0);
    }

    void nothingValidGivesZeros()
    {
        const std::vector<RowRecord> rows{rowOf(RowState::Masked)};
        const TailMassSummary summary = summariseTailMass(rows, {KeptRecord{}});
        QCOMPARE(summary.mean, (Interval{0, 0}));
        QCOMPARE(summary.density, 0.0);
        QCOMPARE(summariseKEps(rows, {0}, 0.1).max, 0U);
    }

    void lossOfNothingNamesAValidRow()
    {
        const std::vector<RowRecord> rows{rowOf(RowState::Undefined), validRow(2), validRow(2)};
        QCOMPARE(summariseTailMass(rows, {KeptRecord{}, lost(0, 0, 2), lost(0, 0, 2)}).worstRow, std::size_t{1});
    }

    void kEpsOverValidRows()
    {
        std::vector<RowRecord> rows(5, validRow(100));
        rows[2] = rowOf(RowState::Undefined);
        const KEpsSummary summary = summariseKEps(rows, {7, 1, 99, 3, 4}, 0.01);
        QCOMPARE(summary.epsilon, 0.01);
        QCOMPARE(summary.mean, 3.75);
        QCOMPARE(summary.p50, 3U);
        QCOMPARE(summary.p99, 7U);
        QCOMPARE(summary.max, 7U);
    }

    void wholeReply()
    {
        StatisticsRequest request;
        request.ks = {2};
        request.epsilons = {0.1};
        request.rule = TopK{3};
        request.outputError = true;
        HeadReply reply;
        for (std::uint32_t i = 0; i < 4; ++i) {
            RowRecord row = validRow(i + 1);
            row.entropy = i;
            row.sigma = 10.0 * (i + 1);
            row.largestWeight = 0.25 * i;
            row.censored = i == 3 ? 0.5 : 0;
            row.atK = {lost(0.5 * i, 0.5 * i, 2)};
            row.atK[0].outputError = OutputError{{0, 1.0 + i}, 0.5};
            row.kEps = {i};
            row.rule = lost(0.125, 0.125, 3);
            reply.rows.push_back(row);
        }
        reply.rows.push_back(rowOf(RowState::Undefined));
        const HeadSummary summary = summarise(reply, request);
        QCOMPARE(summary.audit.valid, std::size_t{4});
        QCOMPARE(summary.tailMass.at(0).k, std::size_t{2});
        QCOMPARE(summary.tailMass.at(0).mean.upper, 0.75);
        QCOMPARE(summary.kEps.at(0).mean, 1.5);
        QCOMPARE(summary.rule->mean.lower, 0.125);
        QCOMPARE(summary.rule->k, std::size_t{0});
        QCOMPARE(summary.entropy.mean, 1.5);
        QCOMPARE(summary.entropy.min, 0.0);
        QCOMPARE(summary.entropy.max, 3.0);
        QCOMPARE(summary.sigma.min, 20.0); // the row of one key has none
        QCOMPARE(summary.sigma.mean, 30.0);
        QCOMPARE(summary.censored, 0.2); // 2 of 10 probabilities
        QCOMPARE(summary.largestWeight.max, 0.75);
        QCOMPARE(summary.outputError.at(0).max, 4.0);
        QCOMPARE(summary.outputError.at(0).worstRow, std::size_t{3});
        QCOMPARE(summary.outputError.at(0).meanRelative, 0.5);
        QVERIFY(summary.outputError.at(0).mean >= 2.5 && summary.outputError.at(0).mean < 2.5 * (1 + 1e-14));
        QVERIFY(summary.ruleOutputError);
    }
};

QTEST_APPLESS_MAIN(TestSummary)
#include "tst_summary.moc"
