// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/largestof.h"

#include <algorithm>
#include <random>

#include <QtTest>

using namespace core;

namespace {

/// Whether value i is among the `count` largest, the earlier of equal ones first.
bool isAmong(const std::vector<double>& values, std::size_t i, std::size_t count)
{
    std::size_t ahead = 0;
    for (std::size_t j = 0; j < values.size(); ++j)
        ahead += values[j] > values[i] || (values[j] == values[i] && j < i) ? 1U : 0U;
    return ahead < count;
}

}

class TestLargestOf : public QObject
{
    Q_OBJECT

private slots:
    void knownNumbersAreDecided()
    {
        using enum Membership;
        const std::vector<Interval> values{{1, 1}, {3, 3}, {3, 3}, {0, 0}, {3, 3}, {2, 2}};
        QVERIFY(largestOf(values, 2) == (std::vector{Dropped, Kept, Kept, Dropped, Dropped, Dropped}));
        QVERIFY(largestOf(values, 4) == (std::vector{Dropped, Kept, Kept, Dropped, Kept, Kept}));
        QVERIFY(largestOf(values, 0) == std::vector(6, Dropped));
        QVERIFY(largestOf(values, 6) == std::vector(6, Kept));
        QVERIFY(largestOf(values, 9) == std::vector(6, Kept));
        QVERIFY(largestOf({}, 3).empty());
    }

    void onlyWhatOverlapsAtTheCutIsOpen()
    {
        using enum Membership;
        const std::vector<Interval> values{{9, 10}, {4, 6}, {5, 6.5}, {8, 9.5}, {0, 1}};
        QVERIFY(largestOf(values, 3) == (std::vector{Kept, PerhapsDropped, PerhapsKept, Kept, Dropped}));
        QVERIFY(largestOf(values, 4) == (std::vector{Kept, Kept, Kept, Kept, Dropped}));
        // A common end is a tie that the earlier one wins.
        QVERIFY(largestOf({{1, 2}, {2, 2}}, 1) == (std::vector{PerhapsDropped, PerhapsKept}));
        QVERIFY(largestOf({{2, 2}, {1, 2}}, 1) == (std::vector{Kept, Dropped}));
    }

    /// Whatever the numbers inside their intervals are: what is marked as certain holds; and of what is marked as open,
    /// some numbers make it kept and some dropped.
    void holdsForAllNumbersInside()
    {
        std::mt19937 random(7);
        const auto number = [&](unsigned most) { return static_cast<double>(random() % most); };
        for (int round = 0; round < 400; ++round) {
            std::vector<Interval> values(2 + random() % 6);
            for (Interval& value : values) {
                value.lower = number(8);
                value.upper = value.lower + number(4);
            }
            const std::size_t count = random() % (values.size() + 1);
            const auto marks = largestOf(values, count);
            std::vector<std::size_t> kept(values.size());
            constexpr int trials = 300;
            for (int trial = 0; trial < trials; ++trial) {
                std::vector<double> inside;
                for (const Interval& value : values)
                    inside.push_back(value.lower + number(static_cast<unsigned>(value.width()) + 1));
                for (std::size_t i = 0; i < values.size(); ++i)
                    kept[i] += isAmong(inside, i, count) ? 1U : 0U;
            }
            std::size_t shown = 0;
            for (std::size_t i = 0; i < values.size(); ++i) {
                QVERIFY(marks[i] != Membership::Kept || kept[i] == trials);
                QVERIFY(marks[i] != Membership::Dropped || kept[i] == 0);
                const bool open = marks[i] == Membership::PerhapsKept || marks[i] == Membership::PerhapsDropped;
                QVERIFY2(!open || (worstCase(values, i, count) && bestCase(values, i, count)), "open without need");
                shown += marks[i] == Membership::Kept || marks[i] == Membership::PerhapsKept ? 1U : 0U;
            }
            QCOMPARE(shown, std::min(count, values.size()));
        }
    }

private:
    static bool among(const std::vector<Interval>& values, std::size_t i, std::size_t count, bool highest)
    {
        std::vector<double> chosen;
        for (std::size_t j = 0; j < values.size(); ++j)
            chosen.push_back((j == i) == highest ? values[j].upper : values[j].lower);
        return isAmong(chosen, i, count);
    }
    static bool bestCase(const std::vector<Interval>& values, std::size_t i, std::size_t count)
    {
        return among(values, i, count, true);
    }
    static bool worstCase(const std::vector<Interval>& values, std::size_t i, std::size_t count)
    {
        return !among(values, i, count, false);
    }
};

QTEST_GUILESS_MAIN(TestLargestOf)
#include "tst_largestof.moc"
