// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows with a sink against 300-bit arithmetic: the sink is a key of its own there, kept by every set, with value 0.

#include <QtTest>

#include <cmath>
#include <random>

#include "bounds/choice.h"
#include "bounds/keyshare.h"
#include "bounds/ladder.h"
#include "bounds/outputladder.h"
#include "bounds/tailcurve.h"
#include "real.h"
#include "rowbatches.h"
#include "truncation/rowmoments.h"

using support::Real;

namespace {

constexpr std::size_t dimensions = 3;

core::SortedRow rowOf(const std::vector<double>& scores, double sink)
{
    const support::Matrix matrix(scores, scores.size());
    core::RowBatch batch = support::storedBatch(matrix, core::Source::Scores);
    batch.sinkScore = sink;
    core::SortedRow row;
    core::sortRow(batch, 0, row);
    return row;
}

bool contains(const core::Interval& interval, const Real& exact)
{
    return Real(interval.lower) <= exact && (std::isinf(interval.upper) || exact <= Real(interval.upper));
}

/// The same of a share, which 300 bits may round to a little more than 1.
bool containsShare(const core::Interval& interval, const Real& exact)
{
    return contains(interval, exact) || (interval.upper == 1 && Real(interval.lower) <= exact);
}

/// The row as it is defined: weights of keys by place, and of the sink, over their sum.
class Exact
{
public:
    Exact(const core::SortedRow& row, double sink)
    {
        const Real reference = std::max(row.scores.front(), sink);
        for (const double score : row.scores)
            m_weights.push_back(exp(Real(score) - reference));
        m_sink = exp(Real(sink) - reference);
        m_total = m_sink;
        for (const Real& weight : m_weights)
            m_total += weight;
    }

    Real probability(std::size_t place) const { return m_weights[place] / m_total; }

    Real tailMass(const core::KeptSet& kept) const
    {
        Real tail;
        for (std::size_t place = m_weights.size(); place-- > 0;)
            if (!kept.contains(place))
                tail += m_weights[place];
        return tail / m_total;
    }

    /// Of keys and sink; -ln p of the likeliest from the others, so that no digit cancels.
    Real entropy() const
    {
        std::vector<Real> weights = m_weights;
        weights.push_back(m_sink);
        const auto largest = std::max_element(weights.begin(), weights.end());
        Real others, sum;
        for (auto weight = weights.begin(); weight != weights.end(); ++weight) {
            others += weight == largest ? Real() : *weight;
            if (weight != largest && Real(0) < *weight)
                sum += *weight / m_total * log(m_total / *weight);
        }
        return sum + *largest / m_total * log1p(others / *largest);
    }

    /// Coordinate c of the output of a set: what is kept, over its mass with the sink's.
    Real output(
        const core::KeptSet& kept, const core::SortedRow& row, const std::vector<double>& values, std::size_t c) const
    {
        Real sum, mass = m_sink;
        for (std::size_t place = 0; place < m_weights.size(); ++place) {
            if (!kept.contains(place))
                continue;
            sum += m_weights[place] * Real(values[row.keys[place] * dimensions + c]);
            mass += m_weights[place];
        }
        return sum / mass;
    }

    Real outputError(const core::KeptSet& kept, const core::SortedRow& row, const std::vector<double>& values) const
    {
        Real squares;
        for (std::size_t c = 0; c < dimensions; ++c) {
            const Real difference = output(kept, row, values, c) - output(core::KeptSet(row.size()), row, values, c);
            squares += difference * difference;
        }
        return sqrt(squares);
    }

private:
    std::vector<Real> m_weights;
    Real m_sink, m_total;
};

/// Rows of all lengths, sinks from far below their scores to far above, values with an offset.
struct Case
{
    std::vector<double> scores;
    double sink = 0;
    std::vector<double> values;
    core::KeptSet set; ///< any places

    explicit Case(std::mt19937_64& random)
    {
        const auto uniform = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
        const auto n = static_cast<std::size_t>(std::exp(uniform(0, 5)));
        const double spread = std::exp(uniform(-1, 4));
        const double offset = uniform(0, 1) < 0.3 ? uniform(-1e6, 1e6) : 0;
        for (std::size_t key = 0; key < n; ++key)
            scores.push_back(offset + std::normal_distribution(0.0, spread)(random));
        const double far[] = {uniform(-900, -700), uniform(-40, 0), uniform(-3, 3), uniform(0, 40), uniform(300, 900)};
        sink = scores[0] + far[std::uniform_int_distribution(0, 4)(random)];
        const double size = std::exp(uniform(-5, 5));
        const double shift = uniform(0, 1) < 0.5 ? 0 : uniform(-20, 20);
        for (std::size_t i = 0; i < n * dimensions; ++i)
            values.push_back(size * (shift + std::normal_distribution()(random)));
        std::vector<std::uint32_t> places;
        for (std::uint32_t place = 0; place < n; ++place)
            if (uniform(0, 1) < 0.4)
                places.push_back(place);
        set = core::KeptSet(std::move(places));
    }
};

}

class TestSink : public QObject
{
    Q_OBJECT

private slots:
    /// Scores 1, 2, 3 and a sink of 2.5: numbers by hand.
    void standsInTheDenominatorOnly()
    {
        const core::SortedRow row = rowOf({1, 3, 2}, 2.5);
        const double total = std::exp(1.0) + std::exp(3.0) + std::exp(2.0) + std::exp(2.5);
        QCOMPARE(row.size(), 3U);
        const core::Interval tau = core::tailMassAt(row, 1).tau;
        const double lost = (std::exp(1.0) + std::exp(2.0)) / total;
        QVERIFY(std::abs(tau.lower - lost) < 1e-14 && std::abs(tau.upper - lost) < 1e-14);
        const core::Interval nothingKept = core::tailMassAt(row, 0).tau;
        QVERIFY(std::abs(nothingKept.upper - (1 - std::exp(2.5) / total)) < 1e-14);
        QCOMPARE(core::tailMassAt(row, 3).tau, (core::Interval{0, 0}));
        QVERIFY(std::abs(core::momentsOf(row).largestWeight - std::exp(3.0) / total) < 1e-15);
        QVERIFY(std::abs(row.scores[0] + std::log(core::momentsOf(row).rowSum) - std::log(total)) < 1e-14);
        // The deviation is that of the scores of keys.
        QVERIFY(std::abs(core::momentsOf(row).sigma - std::sqrt(2.0 / 3)) < 1e-15);
    }

    /// A sink that takes nearly all leaves so little to lose that one key is enough; it is never counted itself.
    void isNeverCounted()
    {
        std::vector<double> scores(100, 0.0);
        QCOMPARE(core::kEps(rowOf(scores, -1000), 0.0999), 91U);
        QCOMPARE(core::kEps(rowOf(scores, std::log(100.0)), 0.0999), 81U); // tau(k) = (100 - k) / 200
        QCOMPARE(core::kEps(rowOf(scores, 20), 0.01), 1U);
        const core::Choice choice = core::chooseKeys(rowOf(scores, std::log(100.0)), core::TopP{0.9}, 0);
        QVERIFY(choice.shown.size() == 80 || choice.isAmbiguous());
        QCOMPARE(core::chooseKeys(rowOf(scores, 0), core::Threshold{1 / 100.5}, 0).shown.size(), 0U); // p = 1/101
        QCOMPARE(core::chooseKeys(rowOf(scores, 0), core::Threshold{1 / 101.5}, 0).shown.size(), 100U);
    }

    /// Against itself without one: so far below that it is nothing.
    void vanishingSinkChangesNothing()
    {
        const std::vector<double> scores{0.5, -1, 2, 2, 0};
        const core::SortedRow with = rowOf(scores, -1e300);
        const core::SortedRow without = support::sortedScores(scores);
        QCOMPARE(with.weights, without.weights);
        for (std::size_t k = 1; k < 5; ++k) {
            const core::Interval a = core::tailMassAt(with, k).tau;
            const core::Interval b = core::tailMassAt(without, k).tau;
            QVERIFY(std::abs(a.upper / b.upper - 1) < 1e-12 && std::abs(a.lower / b.lower - 1) < 1e-12);
        }
        QVERIFY(std::abs(core::momentsOf(with).entropy - core::momentsOf(without).entropy) < 1e-15);
    }

    void everyIntervalHoldsTheExactNumber()
    {
        std::mt19937_64 random(20261);
        for (int round = 0; round < 1500; ++round) {
            const Case made(random);
            const core::SortedRow row = rowOf(made.scores, made.sink);
            const Exact exact(row, made.sink);
            const core::WeightError error = core::weightErrorOf(row);
            std::vector<core::TailMass> all;
            for (std::size_t k = 0; k <= row.size(); ++k) {
                all.push_back(core::tailMassAt(row, k));
                QVERIFY(containsShare(all.back().tau, exact.tailMass(k)));
            }
            const core::WeightedValues weighted = core::weightedValues(row, error, made.values, dimensions);
            const core::OutputErrors ofAllK = core::outputErrorsOfAllK(weighted, all);
            const core::OutputBounds bounds = core::outputBounds(weighted, all);
            QCOMPARE(ofAllK.error.size(), row.size() + 1);
            for (const std::size_t k : {std::size_t{0}, std::size_t{1}, row.size() / 2, row.size()}) {
                const Real wrong = exact.outputError(k, row, made.values);
                QVERIFY(contains(ofAllK.error[k], wrong));
                QVERIFY(wrong <= Real(bounds.radius[k]));
                QVERIFY(std::isinf(bounds.variance[k]) || wrong <= Real(bounds.variance[k]));
            }
            const core::KeptMass kept{made.set, core::tailMassOf(row, made.set, error)};
            QVERIFY(containsShare(kept.mass.tau, exact.tailMass(made.set)));
            QVERIFY(core::keepsMass(row, made.set));
            const Real wrong = exact.outputError(made.set, row, made.values);
            const core::OutputErrors ofSet = core::outputErrors(weighted, {&kept, 1});
            QVERIFY(ofSet.error.size() == 1 && contains(ofSet.error[0], wrong));
            for (const core::LadderBound& rung : core::outputLadder(weighted, kept, all[0]).bounds)
                QVERIFY2(wrong <= Real(rung.bound.upper), rung.name.data());
            for (const std::size_t k : {std::size_t{1}, row.size() / 3, row.size() / 2})
                for (const core::LadderBound& rung : core::tailMassLadder(row, std::min(k, row.size()), error))
                    QVERIFY2(exact.tailMass(k) <= Real(rung.bound.upper), rung.name.data());
            const core::KeyShares shares(row, error);
            QVERIFY(containsShare(shares.of(row.weights[0]), exact.probability(0)));
            QVERIFY(containsShare(shares.of(row.weights.back()), exact.probability(row.size() - 1)));
            const double entropy = exact.entropy().toDouble();
            QVERIFY(std::abs(core::momentsOf(row).entropy - entropy) <= 1e-12 * entropy + 1e-300);
        }
    }

    /// What is lost when kept probabilities are not divided by their sum: the sink's share stays in both.
    void notRenormalised()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 300; ++round) {
            const Case made(random);
            const core::SortedRow row = rowOf(made.scores, made.sink);
            const Exact exact(row, made.sink);
            const core::WeightError error = core::weightErrorOf(row);
            const core::KeptMass kept{made.set, core::tailMassOf(row, made.set, error)};
            const auto weighted = core::weightedValues(row, error, made.values, dimensions);
            const auto ladder = core::outputLadder(weighted, kept, core::tailMassAt(row, 0));
            if (made.set.size() == 0 || !ladder.notRenormalised)
                continue;
            Real squares;
            for (std::size_t c = 0; c < dimensions; ++c) {
                Real sum;
                for (std::size_t place = 0; place < row.size(); ++place)
                    if (!made.set.contains(place))
                        sum += exact.probability(place) * Real(made.values[row.keys[place] * dimensions + c]);
                squares += sum * sum;
            }
            QVERIFY(contains(*ladder.notRenormalised, sqrt(squares)));
        }
    }

    /// The width of a proven tail mass stays what verify allows.
    void intervalsAreNarrow()
    {
        std::mt19937_64 random(11);
        for (int round = 0; round < 500; ++round) {
            const Case made(random);
            const core::SortedRow row = rowOf(made.scores, made.sink);
            for (std::size_t k = 0; k < row.size(); ++k) {
                const core::Interval tau = core::tailMassAt(row, k).tau;
                QVERIFY(tau.width() <= 1e-11 * tau.upper + static_cast<double>(row.size() + 4) * 0x1p-1021);
            }
        }
    }

    void probabilitiesHaveNone()
    {
        const support::Matrix matrix({0.5, 0.25}, 2);
        core::RowBatch batch = support::storedBatch(matrix, core::Source::Probabilities);
        batch.sinkScore = 3;
        core::SortedRow row;
        core::sortRow(batch, 0, row);
        QVERIFY(!row.sink && row.alwaysKept() == 0);
        QCOMPARE(row.total(), 0.75);
    }
};

QTEST_GUILESS_MAIN(TestSink)
#include "tst_sink.moc"
