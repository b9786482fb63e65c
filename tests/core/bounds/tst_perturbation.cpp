// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/perturbation.h"

#include <QtTest>

#include <cmath>
#include <random>

#include "bounds/tailcurve.h"
#include "real.h"
#include "rowbatches.h"

using support::Real;

namespace {

/// Tail mass of the keys that `row` drops beyond k, at other scores.
Real tailOf(const core::SortedRow& row, const std::vector<double>& scores, std::size_t k)
{
    Real tail;
    Real total;
    for (std::size_t i = row.size(); i-- > 0;) {
        const Real weight = exp(Real(scores[row.keys[i]]) - Real(scores[row.keys[0]]));
        total += weight;
        if (i >= k)
            tail += weight;
    }
    return tail / total;
}

}

class TestPerturbation : public QObject
{
    Q_OBJECT

private slots:
    void everyNearRowIsInside()
    {
        std::mt19937_64 random(17);
        std::normal_distribution<double> normal(0, 2);
        std::uniform_real_distribution<double> uniform(-1, 1);
        for (const double delta : {0x1p-40, 0.001, 0.125, 3.0, 800.0}) {
            for (int round = 0; round < 40; ++round) {
                std::vector<double> scores(20);
                for (double& score : scores)
                    score = normal(random);
                const auto row = support::sortedScores(scores);
                const auto error = core::perturbed(core::weightErrorOf(row), delta);
                for (double& score : scores)
                    score = std::clamp(score + delta * uniform(random), score - delta, score + delta);
                for (std::size_t k = 1; k < row.size(); ++k) {
                    const core::Interval tau = core::tailMassAt(row, k, error).tau;
                    const Real exact = tailOf(row, scores, k);
                    QVERIFY(Real(tau.lower) <= exact && exact <= Real(tau.upper));
                }
            }
        }
    }

    /// Kept scores down by delta, dropped ones up: the odds grow by exactly e^(2 delta).
    void worstRowIsReached()
    {
        const auto row = support::sortedScores({1, 0.5, 0.25, -1});
        const double delta = 0.125;
        const core::Interval tau = core::tailMassAt(row, 2, core::perturbed(core::weightErrorOf(row), delta)).tau;
        const Real worst = tailOf(row, {1 - delta, 0.5 - delta, 0.25 + delta, -1 + delta}, 2);
        const Real best = tailOf(row, {1 + delta, 0.5 + delta, 0.25 - delta, -1 - delta}, 2);
        QVERIFY(worst <= Real(tau.upper) && tau.upper <= worst.toDouble() * (1 + 1e-14));
        QVERIFY(Real(tau.lower) <= best && tau.lower >= best.toDouble() * (1 - 1e-14));
    }

    void nothingChangesAtZero()
    {
        const auto row = support::sortedScores({1, 0.5, 0.25, -1});
        const auto error = core::perturbed(core::weightErrorOf(row), 0);
        QVERIFY(core::tailMassAt(row, 2, error).tau == core::tailMassAt(row, 2).tau);
        QCOMPARE(core::perturbationShift(0).upper, 0.0);
    }

    void needsRiseWithDelta()
    {
        std::vector<double> scores;
        for (int i = 0; i < 100; ++i)
            scores.push_back(-0.2 * i);
        const auto row = support::sortedScores(scores);
        std::size_t before = core::kEps(row, 0.01);
        for (const double delta : {0.1, 0.5, 1.0, 2.0}) {
            const std::size_t now = core::kEps(row, 0.01, core::perturbed(core::weightErrorOf(row), delta));
            // Tail of a geometric row: exp(-0.2 k) / (1 - exp(-0.2 k)) <= 0.0101 e^(-2 delta), so 10 delta more keys.
            QVERIFY(now > before && std::abs(static_cast<double>(now) - (23.1 + 10 * delta)) < 1.5);
            before = now;
        }
    }

    void shiftOfTotalVariation()
    {
        // Two keys, equal scores, one up and one down by delta: TV = tanh(delta / 2) exactly... of the difference
        // 2 delta: e^delta / (e^delta + e^-delta) - 1/2 = tanh(delta) / 2, below the bound.
        for (const double delta : {1e-300, 1e-9, 0.1, 1.0, 50.0, 1e10}) {
            const double bound = core::perturbationShift(delta).upper;
            QVERIFY(bound >= std::tanh(delta / 2) && bound <= std::min(delta / 2 * (1 + 1e-15), 1.0));
            QVERIFY(bound >= std::tanh(delta) / 2);
        }
    }
};

QTEST_GUILESS_MAIN(TestPerturbation)
#include "tst_perturbation.moc"
