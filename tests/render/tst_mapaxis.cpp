// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QTest>

#include "heatmap/axisticks.h"
#include "heatmap/maplayout.h"

using namespace render;

namespace {

QStringList textsOf(const std::vector<AxisTick>& ticks)
{
    QStringList texts;
    for (const AxisTick& tick : ticks)
        texts << tick.text;
    return texts;
}

MapHead labelledHead(std::size_t n)
{
    MapHead head;
    head.size = {n, n};
    head.rows.labels.assign(n, QStringLiteral("token"));
    head.keys.labels.assign(n, QStringLiteral("token"));
    return head;
}

}

class TestMapAxis : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksAreAtPowersOfTwo()
    {
        const AxisView whole{0, 1536, 0, 480};
        QCOMPARE(textsOf(ticksOf({}, whole, 48)), (QStringList{"0", "256", "512", "768", "1024", "1280"}));
        const AxisView zoomed{1270, 24, 0, 144}; // 6 px a cell: every 8
        QCOMPARE(textsOf(ticksOf({}, zoomed, 48)), (QStringList{"1272", "1280", "1288"}));
    }

    void ticksAreAtRoundSeconds()
    {
        MapAxis axis;
        axis.unitPerCell = 0.024;
        axis.unit = QStringLiteral("s");
        const AxisView view{230, 340, 0, 680};
        const auto ticks = ticksOf(axis, view, 64);
        QCOMPARE(textsOf(ticks).mid(0, 3), (QStringList{"6 s", "7 s", "8 s"}));
        QCOMPARE(ticks.front().cell, 250.0);
        QCOMPARE(tagText(axis, 343), QStringLiteral("343 · 8.232 s"));
        QCOMPARE(tagText({}, 343), QStringLiteral("343"));
    }

    void tokensComeWhereCellsAreTwelvePixelsHigh()
    {
        const MapHead head = labelledHead(1536);
        const QSizeF widget(601, 522); // the map is 480 without labels
        QVERIFY(!layoutMap(head, fitCamera(head.size), widget).rowLabels);
        QCOMPARE(layoutMap(head, fitCamera(head.size), widget).map.size(), QSizeF(480, 480));
        const MapLayout close = layoutMap(head, {100, 100, 30, 30}, widget);
        QVERIFY(close.rowLabels && close.keyLabels);
        QVERIFY(close.map.height() / 30 >= 12);
        const MapLayout rowsOnly = layoutMap(head, {100, 100, 38, 38}, widget);
        QVERIFY(rowsOnly.rowLabels && !rowsOnly.keyLabels);
        const MapLayout ticks = layoutMap(head, {100, 100, 41, 41}, widget);
        QVERIFY(!ticks.rowLabels && !ticks.keyLabels);
    }

    void headsWithoutTokensNeverGetThem()
    {
        MapHead head;
        head.size = {10, 10};
        const MapLayout layout = layoutMap(head, fitCamera(head.size), {601, 522});
        QVERIFY(!layout.rowLabels && !layout.keyLabels);
        QCOMPARE(layout.map.left(), 60.0);
    }

    void thresholdsAreEquallySpacedInLog()
    {
        const auto log = thresholdsOf({1e-4, 1, Spacing::Log});
        QCOMPARE(log.size(), std::size_t{255});
        QCOMPARE(log.front(), 1e-4F);
        QCOMPARE(log.back(), 1.0F);
        QVERIFY(std::abs(log[127] - 1e-2F) < 1e-7F);
        const auto linear = thresholdsOf({0, 1, Spacing::Linear});
        QCOMPARE(linear[127], 0.5F);
    }

    void badRangesGiveRisingThresholds()
    {
        for (const ColourRange range : {ColourRange{0, 0}, ColourRange{1, 1e-3},
                 ColourRange{std::nan(""), std::nan("")}, ColourRange{2, 2, Spacing::Linear}}) {
            const auto thresholds = thresholdsOf(range);
            QVERIFY(std::ranges::is_sorted(thresholds));
            QVERIFY(thresholds.front() < thresholds.back());
        }
    }
};

QTEST_APPLESS_MAIN(TestMapAxis)
#include "tst_mapaxis.moc"
