// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/tailmass.h"

#include <QtTest>

#include <cmath>

#include "bounds/tailcurve.h"
#include "flushsubnormals.h"
#include "goldenfile.h"
#include "rowbatches.h"
#include "truncation/blockedsum.h"

using core::Element;

namespace {

constexpr double u = core::unitRoundoff;

/// Asserts that the upper end is as far above the answer as the proof says, to 1 % and the grid of doubles.
bool isInflatedBy(double upper, double answer, double inflation)
{
    return std::abs(upper / answer - 1 - inflation) <= 0.01 * inflation + 2 * u;
}

}

class TestTailMass : public QObject
{
    Q_OBJECT

private slots:
    void goldenRows()
    {
        const QJsonObject rows = support::goldenFile(QStringLiteral("rows"))[QLatin1String("rows")].toObject();
        QCOMPARE(rows.size(), 6);
        for (const QJsonValue& golden : rows) {
            const auto row = support::sortedScores(support::numbers(golden[QLatin1String("logits")]));
            QCOMPARE(row.keys.size(), std::size_t(golden[QLatin1String("n")].toInt()));
            for (std::size_t i = 0; i < row.size(); ++i)
                QCOMPARE(int(row.keys[i]), golden[QLatin1String("order")][static_cast<qsizetype>(i)].toInt());
            for (std::size_t k = 0; k <= row.size(); ++k) {
                const auto tau = std::strtold(
                    golden[QLatin1String("tau_all_k")][static_cast<qsizetype>(k)].toString().toLatin1(), nullptr);
                const core::Interval found = core::tailMassAt(row, k).tau;
                QVERIFY(found.lower <= tau && tau <= found.upper);
                QVERIFY(found.width() <= 1e-12 * static_cast<double>(tau));
            }
        }
    }

    /// What is left of a head of two normal numbers is flushed to -0; divided by that, an upper end would be below 0.
    void lowerEndsAreNeverMinusZero()
    {
        const support::SubnormalMode whileComputing(support::Subnormals::Flushed);
        const core::TailMass mass = core::tailMass(1.5 * core::smallestNormal, 2.5 * core::smallestNormal, 2, 2, {});
        QVERIFY(!std::signbit(mass.headLower) && !std::signbit(mass.tailLower));
        QVERIFY(core::divergences(mass).kullbackLeibler.upper >= std::log1p(1.5 / 2.5));
    }

    void goldenKEps()
    {
        const QJsonObject rows = support::goldenFile(QStringLiteral("rows"))[QLatin1String("rows")].toObject();
        int checked = 0;
        for (const QJsonValue& golden : rows) {
            const auto row = support::sortedScores(support::numbers(golden[QLatin1String("logits")]));
            const QJsonObject byEpsilon = golden[QLatin1String("k_eps")].toObject();
            for (auto it = byEpsilon.begin(); it != byEpsilon.end(); ++it) {
                const qsizetype k = it.value().toInt();
                // Where the tail is epsilon itself, nothing smaller can be certified: one key more.
                const bool equal = support::number(golden[QLatin1String("tau_all_k")][k]) == it.key().toDouble();
                QCOMPARE(core::kEps(row, it.key().toDouble()), std::size_t(k) + (equal ? 1 : 0));
                ++checked;
            }
        }
        QCOMPARE(checked, 36);
    }

    void goldenTailsOfStoredLogits()
    {
        const QJsonArray tails =
            support::goldenFile(QStringLiteral("floating_point"))[QLatin1String("exact_tail_of_stored_logits")]
                .toArray();
        QCOMPARE(tails.size(), 4);
        for (const QJsonValue& golden : tails) {
            const auto row = support::sortedScores(support::numbers(golden[QLatin1String("logits")]));
            const support::Decimal tau(golden[QLatin1String("tau")].toString());
            const core::Interval found =
                core::tailMassAt(row, static_cast<std::size_t>(golden[QLatin1String("k")].toInt())).tau;
            QVERIFY(tau.isAtMost(found.upper));
            QVERIFY(found.lower <= tau.value());
            // c of soundness 4 for n = 128, which is more than any of these rows has.
            const long double most =
                tau.value() * (1 + 2 * 1.9456e-13L) + static_cast<long double>(row.size() + 1) * core::smallestNormal;
            QVERIFY(found.upper <= most);
        }
    }

    void errorConstantsAreTheGoldenOnes()
    {
        int checked = 0;
        for (const QJsonValue& golden :
            support::goldenFile(QStringLiteral("floating_point"))[QLatin1String("constants")].toArray()) {
            if (golden[QLatin1String("work")].toString() != QLatin1String("float64")
                || golden[QLatin1String("summation")].toString() != QLatin1String("recursive"))
                continue;
            core::SortedRow row = support::sortedScores({0, -1000});
            row.keys.resize(static_cast<std::size_t>(golden[QLatin1String("n")].toInt()));
            const core::WeightError error = core::weightErrorOf(row);
            const double relative = support::number(golden[QLatin1String("eps_w")]);
            const double gamma = support::number(golden[QLatin1String("gamma")]);
            // eps_w carries factors 1.001 and 1.01 for its own rounding (soundness 4).
            QVERIFY(error.relative >= relative && error.relative <= 1.01 * relative);
            QVERIFY(std::abs(core::gammaOf(static_cast<double>(row.keys.size()) - 1) / gamma - 1) < 1e-12);
            QVERIFY(error.additions <= 256 + std::ceil(static_cast<double>(row.keys.size()) / 256));
            ++checked;
        }
        QCOMPARE(checked, 3);
    }

    /// Counts the additions above the deepest term, beside the sum itself.
    void additionsAreCounted()
    {
        std::size_t block = 0;
        std::size_t before = 0;
        for (std::size_t terms = 1; terms <= 70000; ++terms) {
            constexpr std::size_t length = core::BlockedSum::blockLength;
            const bool starts = terms % length == 1;
            block = starts ? 0 : block + 1;
            const bool first = terms <= length;
            const std::size_t whole = first ? block : std::max(before, block) + 1;
            QVERIFY(static_cast<double>(whole) <= core::BlockedSum::additions(terms));
            if (terms % length == 0)
                before = whole;
        }
        QCOMPARE(core::BlockedSum::additions(1), 0.0);
        QCOMPARE(core::BlockedSum::additions(200), 199.0);
        QCOMPARE(core::BlockedSum::additions(131072), 768.0);
    }

    void edgesAreExact()
    {
        for (const auto& scores : {std::vector<double>{3.5}, {2, 2, 2, 2}, {0, -800}, {1, 2, 3}}) {
            const auto row = support::sortedScores(scores);
            for (const std::size_t k : {row.size(), row.size() + 1, std::size_t(1000)})
                QVERIFY((core::tailMassAt(row, k).tau == core::Interval{0, 0}));
            QVERIFY((core::tailMassAt(row, 0).tau == core::Interval{1, 1}));
        }
    }

    void flatRowsAreInflatedAsProven()
    {
        // Sums are exact, so the width is the proof's own: (1 - tau)(2 gamma + 2 eps) + 20 u, eps = 1.01 E = 4.04 u.
        const std::vector<std::pair<std::size_t, std::size_t>> rows{{2, 1}, {100, 99}, {100, 40}, {1024, 1000}};
        for (const auto& [n, k] : rows) {
            const core::Interval tau = core::tailMassAt(support::sortedScores(std::vector<double>(n, -3.4e38)), k).tau;
            const double answer = static_cast<double>(n - k) / static_cast<double>(n);
            const double gamma = (n == 1024 ? 260 : static_cast<double>(n - 1)) * u; // blocks of 256
            const double inflation = (1 - answer) * (2 * gamma + 2 * 4.04 * u) + 20 * u;
            QVERIFY(isInflatedBy(tau.upper, answer, inflation));
            QVERIFY(isInflatedBy(2 - tau.lower / answer, 1, inflation));
        }
    }

    void eachErrorWidensItsOwnEnd()
    {
        // So large that each constant shows, and no power of it hides another: gamma 1/3, eps 1/4, 1/2 for each key.
        const core::WeightError error{0.25, 0x1p51, 0.5, 0};
        const core::TailMass mass = core::tailMass(8, 16, 3, 5, error);
        const auto is = [](double found, double expected) { return std::abs(found / expected - 1) < 1e-12; };
        QVERIFY(is(mass.tailUpper, 8 * (4.0 / 3) / 0.75 + 1.5));
        QVERIFY(is(mass.tailLower, 8 * (2.0 / 3) / 1.25 - 1.5));
        QVERIFY(is(mass.headUpper, 16 * (4.0 / 3) / 0.75 + 2.5));
        QVERIFY(is(mass.headLower, 16 * (2.0 / 3) / 1.25 - 2.5));
        QVERIFY(is(mass.tau.upper, mass.tailUpper / (mass.tailUpper + mass.headLower)));
        QVERIFY(is(mass.tau.lower, mass.tailLower / (mass.tailLower + mass.headUpper)));
    }

    void deepTailsAreInflatedByTheirDistance()
    {
        // Two keys, tail far below the head: 2 (1.001 u D + 4.04 u + u) + 20 u.
        const double answer = std::exp(-600.0);
        const core::Interval tau = core::tailMassAt(support::sortedScores({0, -600}), 1).tau;
        QVERIFY(isInflatedBy(tau.upper, answer, 2 * (1.001 * 600 + 4.04 + 1) * u + 20 * u));
        QVERIFY(isInflatedBy(2 - tau.lower / answer, 1, 2 * (1.001 * 600 + 4.04 + 1) * u + 20 * u));
    }

    void scoreErrorWidensBothWays()
    {
        for (const double delta : {1e-6, 0.004, 0.006, 2.0}) {
            core::SortedRow row = support::sortedScores({0, -3, -5});
            row.scoreError = delta;
            const core::Interval tau = core::tailMassAt(row, 1).tau;
            const double tail = std::exp(-3.0) + std::exp(-5.0);
            // Dropped keys up by delta, kept ones down: the odds move by e^(2 delta).
            const double worst = 1 / (1 + std::exp(-2 * delta) / tail);
            const double best = 1 / (1 + std::exp(2 * delta) / tail);
            // Up to 0.005 it is part of eps, whose square is lost.
            const double slack = 1e-12 + (delta <= 0.005 ? 3 * delta * delta : 0);
            QVERIFY(tau.upper >= worst && tau.upper <= worst * (1 + slack));
            QVERIFY(tau.lower <= best && tau.lower >= best * (1 - slack));
        }
        core::SortedRow row = support::sortedScores({0, -3});
        row.scoreError = 1e9;
        QVERIFY((core::tailMassAt(row, 1).tau == core::Interval{0, 1}));
    }

    void storedProbabilitiesAreReadAsTheyAre()
    {
        const auto row = support::sortedProbabilities({0.5, 0.25, 0.125, 0, 0}, Element::F16);
        const core::Interval tau = core::tailMassAt(row, 1).tau;
        QVERIFY(tau.contains(0.375 / 0.875));
        QVERIFY(tau.width() < 1e-14);
        QVERIFY((core::tailMassAt(row, 3).tau == core::Interval{0, 0}));
        QVERIFY((core::tailMassAt(row, 4).tau == core::Interval{0, 0}));
        QCOMPARE(core::kEps(row, 1e-300), std::size_t(3));
    }

    void kEpsIsTheSmallestThatHolds()
    {
        std::vector<double> scores;
        for (int i = 0; i < 200; ++i)
            scores.push_back(-0.05 * i);
        const auto row = support::sortedScores(scores);
        for (const double epsilon : {0.9, 0.5, 0.1, 0.01, 1e-3, 1e-5}) {
            const std::size_t k = core::kEps(row, epsilon);
            QVERIFY(core::tailMassAt(row, k).tau.upper < epsilon);
            QVERIFY(k == 1 || core::tailMassAt(row, k - 1).tau.upper >= epsilon);
        }
        const double end = core::tailMassAt(row, 20).tau.upper;
        QCOMPARE(core::kEps(row, end), std::size_t(21)); // strictly below
        QCOMPARE(core::kEps(row, std::nextafter(end, 1)), std::size_t(20));
        QCOMPARE(core::kEps(row, 0), row.size());
        QCOMPARE(core::kEps(support::sortedScores({7}), 0.01), std::size_t(1));
    }

    void upperEndsFallWithK()
    {
        for (const auto& scores : {std::vector<double>(500, 1.0), {0, -1e-9, -700, -720, -744, -745, -746, -800}}) {
            const auto row = support::sortedScores(scores);
            for (std::size_t k = 0; k < row.size(); ++k)
                QVERIFY(core::tailMassAt(row, k + 1).tau.upper <= core::tailMassAt(row, k).tau.upper);
        }
    }
};

QTEST_GUILESS_MAIN(TestTailMass)
#include "tst_tailmass.moc"
