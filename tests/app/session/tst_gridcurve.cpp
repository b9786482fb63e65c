// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "session/gridcurve.h"
#include "session/scopeanswer.h"

namespace {

/// A curve known at k = 1, 2 and 4 of 8 keys.
core::CurveSummary sparseCurve()
{
    return {{1, 2, 4}, {0.30, 0.20, 0.10}, {0.31, 0.21, 0.11}, {0.60, 0.40, 0.20}, {0.61, 0.41, 0.21}};
}

core::RowRecord validRow(std::uint32_t keys)
{
    core::RowRecord row;
    row.state = core::RowState::Valid;
    row.keyCount = keys;
    return row;
}

app::HeadNumbers numbersOf(core::Interval maximum, std::size_t worstRow, bool exact)
{
    app::HeadNumbers numbers;
    numbers.tailMassKnown = true;
    numbers.maximum = maximum;
    numbers.worstRow = worstRow;
    numbers.tailMassExact = exact;
    return numbers;
}

}

class TestGridCurve : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bracketsBetweenKnownPoints_data();
    void bracketsBetweenKnownPoints();
    void sufficientKIsNeverTooSmall();
    void quantilesAreValuesThatOccur();
    void oneFailingHeadDecidesAScope();
    void certifiedNeedsAllHeads();
    void undecidedNeedsExactNumbers();
};

void TestGridCurve::bracketsBetweenKnownPoints_data()
{
    QTest::addColumn<int>("k");
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    QTest::newRow("known") << 2 << 0.40 << 0.41;
    QTest::newRow("between") << 3 << 0.20 << 0.41;
    QTest::newRow("beyond the last") << 5 << 0.0 << 0.21;
    QTest::newRow("all keys") << 8 << 0.0 << 0.0;
}

void TestGridCurve::bracketsBetweenKnownPoints()
{
    QFETCH(int, k);
    QFETCH(double, lower);
    QFETCH(double, upper);
    const auto bracket =
        app::tailMassAt(sparseCurve(), app::CurveStatistic::Maximum, static_cast<std::size_t>(k), std::size_t{8});
    QCOMPARE(bracket.lower, lower);
    QCOMPARE(bracket.upper, upper);
}

void TestGridCurve::sufficientKIsNeverTooSmall()
{
    core::HeadReply reply;
    reply.gridKs = {1, 2, 4};
    reply.rows = {validRow(8), validRow(8), validRow(3)};
    reply.rowCurves = {0.5F, 0.2F, 0.05F, 0.9F, 0.8F, 0.7F, 0.3F, 0.2F, 0.0F};
    const std::vector<std::uint32_t> expected{4, 8, 3};
    QCOMPARE(app::sufficientK(reply, 0.1), expected);
    QCOMPARE(app::meanShare(reply.rows, expected), (0.5 + 1.0 + 1.0) / 3);
}

void TestGridCurve::quantilesAreValuesThatOccur()
{
    core::HeadReply reply;
    reply.gridKs = {1};
    for (int row = 0; row < 11; ++row) {
        reply.rows.push_back(validRow(8));
        reply.rowCurves.push_back(static_cast<float>(row));
    }
    reply.rows.push_back({});
    reply.rowCurves.push_back(1000);
    const auto band = app::quantileBand(reply);
    QCOMPARE(band.p10, std::vector<double>{1});
    QCOMPARE(band.p90, std::vector<double>{9});
}

void TestGridCurve::oneFailingHeadDecidesAScope()
{
    core::HeadInfo first;
    core::HeadInfo second;
    core::HeadResult study;
    study.summary.audit.valid = study.summary.audit.total = 4;
    const auto numbers = numbersOf({0.3, 0.5}, 2, false);
    const auto answer = app::answerOf({{&first, &numbers, &study}, {&second, nullptr, nullptr}}, 0.1);
    QCOMPARE(answer.verdict, std::optional(core::Verdict::NotCertified));
    QCOMPARE(answer.value.lower, 0.3);
    QCOMPARE(answer.value.upper, 1.0);
    QCOMPARE(answer.headsKnown, std::size_t{1});
}

void TestGridCurve::certifiedNeedsAllHeads()
{
    core::HeadInfo first;
    core::HeadInfo second;
    core::HeadResult study;
    study.summary.audit.valid = study.summary.audit.total = 4;
    const auto numbers = numbersOf({0.01, 0.02}, 2, false);
    QVERIFY(!app::answerOf({{&first, &numbers, &study}, {&second, nullptr, nullptr}}, 0.1).verdict);
    const auto answer = app::answerOf({{&first, &numbers, &study}, {&second, &numbers, &study}}, 0.1);
    QCOMPARE(answer.verdict, std::optional(core::Verdict::Certified));
}

void TestGridCurve::undecidedNeedsExactNumbers()
{
    core::HeadInfo head;
    core::HeadResult study;
    study.summary.audit.valid = study.summary.audit.total = 4;
    const auto rough = numbersOf({0.05, 0.2}, 2, false);
    QVERIFY(!app::answerOf({{&head, &rough, &study}}, 0.1).verdict);
    const auto exact = numbersOf({0.0999, 0.1001}, 2, true);
    QCOMPARE(app::answerOf({{&head, &exact, &study}}, 0.1).verdict, std::optional(core::Verdict::Undecided));
    auto unknown = numbersOf({0, 0.01}, 2, false);
    unknown.tailMassKnown = false; // of a rule that was not computed for this head yet
    QVERIFY(!app::answerOf({{&head, &unknown, &study}}, 0.1).verdict);
}

QTEST_GUILESS_MAIN(TestGridCurve)
#include "tst_gridcurve.moc"
