// SPDX-License-Identifier: GPL-3.0-or-later
//
// Output errors of sets that keep next to none of a row's mass, against 300-bit arithmetic.

#include <QtTest>

#include <cmath>
#include <numeric>
#include <random>

#include "bounds/choice.h"
#include "bounds/norm.h"
#include "bounds/outputladder.h"
#include "bounds/tailcurve.h"
#include "flushsubnormals.h"
#include "real.h"
#include "rowbatches.h"

using support::Real;
using support::Subnormals;

namespace {

constexpr std::size_t dimensions = 3;

bool contains(const core::Interval& interval, const Real& exact)
{
    return Real(interval.lower) <= exact && exact <= Real(interval.upper);
}

/// A row, its values, and the places of the keys that are kept.
struct Case
{
    core::SortedRow row;
    std::vector<double> values;
    std::size_t columns = dimensions;
    core::KeptSet kept;
    std::vector<Real> weights; ///< exact, of the places, relative to the largest kept one
    Real sink; ///< exact, the same way; 0 where there is none

    core::WeightedValues weighted() const
    {
        return core::weightedValues(row, core::weightErrorOf(row), values, columns);
    }

    core::KeptMass mass() const { return {kept, core::tailMassOf(row, kept, core::weightErrorOf(row))}; }

    core::Interval error() const
    {
        const core::KeptMass set = mass();
        return core::outputErrors(weighted(), {&set, 1}).error.at(0);
    }

    Real value(std::size_t place, std::size_t c) const { return values[row.keys[place] * columns + c]; }

    Real exactError() const
    {
        Real squares;
        for (std::size_t c = 0; c < columns; ++c) {
            Real ofKept, ofAll, head = sink, all = sink;
            for (std::size_t place = 0; place < weights.size(); ++place) {
                ofAll += weights[place] * value(place, c);
                all += weights[place];
                if (!kept.contains(place))
                    continue;
                ofKept += weights[place] * value(place, c);
                head += weights[place];
            }
            const Real difference = ofKept / head - ofAll / all;
            squares += difference * difference;
        }
        return sqrt(squares);
    }

    /// Of what is lost without renormalising.
    Real exactLoss() const
    {
        Real squares;
        for (std::size_t c = 0; c < columns; ++c) {
            Real lost, all = sink;
            for (std::size_t place = 0; place < weights.size(); ++place) {
                all += weights[place];
                if (!kept.contains(place))
                    lost += weights[place] * value(place, c);
            }
            squares += lost / all * (lost / all);
        }
        return sqrt(squares);
    }

    /// Largest distance between two coordinates of values, the sink's among them: what widths are measured by.
    double reach() const
    {
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        return row.sink ? std::max(*most, 0.0) - std::min(*least, 0.0) : *most - *least;
    }
};

class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_random(seed)
    {
    }
    double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(m_random); }
    double normal() { return std::normal_distribution()(m_random); }

    std::vector<double> values(std::size_t count)
    {
        const double size = std::exp(uniform(-5, 5));
        const double shift = uniform(0, 1) < 0.5 ? 0 : uniform(-20, 20);
        std::vector<double> values(count);
        for (double& x : values)
            x = size * (shift + normal());
        return values;
    }

private:
    std::mt19937_64 m_random;
};

void setKept(const std::vector<bool>& isKept, Case& made)
{
    std::vector<std::uint32_t> places;
    for (std::uint32_t place = 0; place < made.row.size(); ++place)
        if (isKept[made.row.keys[place]])
            places.push_back(place);
    made.kept = core::KeptSet(std::move(places));
}

/// Scores whose kept ones stand `depth` below the others; so does the sink, if there is one.
Case scoresBelow(Random& random, double depth, bool hasSink)
{
    Case made;
    const auto n = static_cast<std::size_t>(std::exp(random.uniform(0.7, 5)));
    const double spread = std::exp(random.uniform(-1, 2));
    std::vector<double> scores(n);
    std::vector<bool> isKept(n);
    for (std::size_t key = 0; key < n; ++key) {
        isKept[key] = key == 0 ? !hasSink : key + 1 < n && random.uniform(0, 1) < 0.4;
        scores[key] = spread * random.normal() - (isKept[key] ? depth : 0);
    }
    const support::Matrix matrix(scores, n);
    core::RowBatch batch = support::storedBatch(matrix, core::Source::Scores);
    if (hasSink)
        batch.sinkScore = spread * random.normal() - depth;
    core::sortRow(batch, 0, made.row);
    made.values = random.values(n * dimensions);
    setKept(isKept, made);
    Real reference = hasSink ? *batch.sinkScore : scores[0];
    for (const std::uint32_t place : made.kept.kept())
        reference = reference < Real(made.row.scores[place]) ? Real(made.row.scores[place]) : reference;
    for (const double score : made.row.scores)
        made.weights.push_back(exp(Real(score) - reference));
    if (hasSink)
        made.sink = exp(Real(*batch.sinkScore) - reference);
    return made;
}

/// Stored probabilities whose kept ones sum to about `mass`.
Case probabilitiesOf(Random& random, double mass, core::Element element)
{
    Case made;
    const std::size_t n = 40;
    std::vector<double> probabilities(n);
    std::vector<bool> isKept(n);
    for (std::size_t key = 0; key < n; ++key) {
        isKept[key] = key % 4 == 1;
        probabilities[key] = random.uniform(0.5, 1.5) * (isKept[key] ? mass / 10 : 1.0 / 30);
    }
    made.row = support::sortedProbabilities(probabilities, element);
    made.values = random.values(n * dimensions);
    setKept(isKept, made);
    for (const double probability : made.row.scores)
        made.weights.emplace_back(probability);
    return made;
}

/// A flat row of 1024 keys whose places 1 ... `count` are kept.
Case flat(std::uint32_t count, const std::vector<double>& values)
{
    Case made;
    made.row = support::sortedScores(std::vector<double>(1024, 0.0));
    made.values = values;
    made.columns = 1;
    std::vector<std::uint32_t> places(count);
    std::iota(places.begin(), places.end(), 1U);
    made.kept = core::KeptSet(std::move(places));
    return made;
}

}

class TestKeptOutput : public QObject
{
    Q_OBJECT

private slots:
    void scores_data()
    {
        QTest::addColumn<double>("depth");
        QTest::addColumn<bool>("hasSink");
        // Kept masses of about 1, 1e-13, 1e-130, 1e-300, at the border of the double range, and far below it.
        for (const double depth : {0.0, 30.0, 300.0, 690.0, 708.0, 740.0, 2000.0, 1e5})
            for (const bool hasSink : {false, true})
                QTest::addRow("%g below%s", depth, hasSink ? ", with a sink" : "") << depth << hasSink;
    }

    /// Not only true but narrow, and so are the bounds' statements about it.
    void scores()
    {
        QFETCH(double, depth);
        QFETCH(bool, hasSink);
        Random random(static_cast<std::uint64_t>(depth) * 2 + (hasSink ? 1 : 0));
        for (int round = 0; round < 150; ++round) {
            const support::SubnormalMode whileComputing(round % 3 == 0 ? Subnormals::Flushed : Subnormals::Kept);
            const Case made = scoresBelow(random, depth, hasSink);
            const core::Interval error = made.error();
            const Real exact = made.exactError();
            QVERIFY(contains(error, exact));
            QVERIFY2(error.width() <= 2e-12 * made.reach(), qPrintable(QString::number(error.width() / made.reach())));
            const auto ladder = core::outputLadder(made.weighted(), made.mass(), core::tailMassAt(made.row, 0));
            for (const core::LadderBound& rung : ladder.bounds)
                QVERIFY2(exact <= Real(rung.bound.upper), rung.name.data());
            if (!ladder.notRenormalised)
                continue;
            QVERIFY(contains(*ladder.notRenormalised, made.exactLoss()));
            const double largest = core::norm(made.values);
            QVERIFY(ladder.notRenormalised->width() <= 2e-12 * largest);
        }
    }

    /// The largest keys of a long flat row keep little too.
    void largestKeysOfAFlatRow()
    {
        constexpr std::size_t n = 2000;
        Random random(29);
        Case made;
        std::vector<double> scores(n);
        for (double& score : scores)
            score = 0.1 * random.normal();
        made.row = support::sortedScores(scores);
        made.values = random.values(n * dimensions);
        for (const double score : made.row.scores)
            made.weights.push_back(exp(Real(score) - Real(made.row.scores[0])));
        std::vector<core::TailMass> masses;
        for (std::size_t k = 0; k <= n; ++k)
            masses.push_back(core::tailMassAt(made.row, k));
        const core::OutputErrors all = core::outputErrorsOfAllK(made.weighted(), masses);
        for (const std::size_t k : std::vector<std::size_t>{1, 2, 30, 900, 1000, 1999}) {
            made.kept = core::KeptSet(k);
            QVERIFY(contains(all.error[k], made.exactError()));
            QVERIFY(all.error[k].width() <= 3e-12 * made.reach());
            QCOMPARE(made.error(), all.error[k]);
        }
    }

    void storedProbabilities_data()
    {
        QTest::addColumn<double>("mass");
        QTest::addColumn<core::Element>("element");
        QTest::addColumn<double>("width"); // beside the values' distances
        for (const double mass : {0.1, 1e-13, 1e-130, 1e-300, 1e-305})
            QTest::addRow("%g", mass) << mass << core::Element::F64 << 1e-13;
        QTest::addRow("1e-30 in fp32") << 1e-30 << core::Element::F32 << 1e-13;
        // Subnormal numbers may be flushed: they are known to within the smallest normal one.
        QTest::addRow("partly subnormal") << 2.2e-307 << core::Element::F64 << 8.0;
        QTest::addRow("subnormal") << 1e-315 << core::Element::F64 << 8.0;
    }

    void storedProbabilities()
    {
        QFETCH(double, mass);
        QFETCH(core::Element, element);
        QFETCH(double, width);
        Random random(5);
        for (int round = 0; round < 60; ++round) {
            Case made = probabilitiesOf(random, mass, element);
            const support::SubnormalMode whileComputing(round % 2 == 0 ? Subnormals::Flushed : Subnormals::Kept);
            const core::Interval error = made.error();
            QVERIFY(contains(error, made.exactError()));
            QVERIFY2(error.width() <= width * made.reach(), qPrintable(QString::number(error.width() / made.reach())));
        }
    }

    /// A set without a key keeps the sink, however small: its output is 0, its error the length of the output.
    void sinkAlone()
    {
        Random random(3);
        for (const double depth : {0.0, 30.0, 300.0, 690.0, 800.0, 5000.0}) {
            Case made = scoresBelow(random, depth, true);
            made.kept = core::KeptSet(0);
            const Real exact = made.exactError();
            const core::Interval error = made.error();
            QVERIFY(contains(error, exact) && error.width() <= 2e-12 * made.reach());
            std::vector<core::TailMass> masses;
            for (std::size_t k = 0; k <= made.row.size(); ++k)
                masses.push_back(core::tailMassAt(made.row, k));
            QCOMPARE(core::outputErrorsOfAllK(made.weighted(), masses).error[0], error);
        }
    }

    void intervalsAreAsWideAsProven_data()
    {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<int>("kept");
        QTest::addColumn<double>("error"); // exact
        QTest::addColumn<double>("shift"); // of the middle, in units of u
        QTest::addColumn<double>("half"); // half the width
        // Flat rows have exact sums: what is left is the proof's own. Terms in this order: moment of the kept keys
        // (gamma_(|S|+2) + eps), their sum (gamma_|S| + eps; whole width, and the shift, as its lower end divides),
        // moment of all (A0 / Z (gamma_(n+2) + eps)), differences 3 u, norm d + 4, last factor d + 32.
        constexpr double eps = 4.04;
        std::vector<double> one(1024), many(1024), farAway(1024, 1e15);
        one[1] = 1;
        std::fill_n(many.begin() + 1, 400, 1);
        std::fill_n(farAway.begin() + 512, 512, 1e15 + 0.125);
        QTest::addRow("one key") << one << 1 << 1023.0 / 1024 << 1 + eps
                                 << (3 + eps) + 2 * (1 + eps) + 2.0 / 1024 * (1026 + eps) + 3 + 5 + 33;
        QTest::addRow("many keys") << many << 400 << 0.609375 << 400 + eps
                                   << (402 + eps) + 2 * (400 + eps) + 0.78125 * (1026 + eps) + 3 + 5 + 33;
        // The centre falls on 1e15: nothing is left of the kept keys, and g0 / Z is the error, Z within gamma_260 +
        // eps.
        QTest::addRow("all keys") << farAway << 400 << 0.0625 << 262 + eps
                                  << (1026 + eps) + 2 * (262 + eps) + 3 + 5 + 33;
    }

    void intervalsAreAsWideAsProven()
    {
        QFETCH(std::vector<double>, values);
        QFETCH(int, kept);
        QFETCH(double, error);
        QFETCH(double, shift);
        QFETCH(double, half);
        const core::Interval found = flat(static_cast<std::uint32_t>(kept), values).error();
        const double above = (found.upper / error - 1) / core::unitRoundoff;
        const double below = (1 - found.lower / error) / core::unitRoundoff;
        QVERIFY2(std::abs(above - half - shift) <= 0.01 * half + 2, qPrintable(QString::number(above)));
        QVERIFY2(std::abs(below - half + shift) <= 0.01 * half + 5, qPrintable(QString::number(below)));
    }

    /// Scores that are hardly known leave a wide interval: then the bounds are what is known.
    void wideIntervalsAreCutByTheBounds()
    {
        Random random(17);
        for (const double delta : {0.1, 0.3, 1.0, 30.0})
            for (const double depth : {0.0, 30.0, 800.0}) {
                Case made = scoresBelow(random, depth, false);
                made.row.scoreError = delta;
                const core::KeptMass set = made.mass();
                const core::Interval error = made.error();
                const core::OutputBounds bounds = core::outputBounds(made.weighted(), {&set.mass, 1});
                QVERIFY(error.upper <= bounds.radius[0] && error.upper <= bounds.variance[0]);
                QVERIFY(contains(error, made.exactError()));
            }
    }
};

QTEST_GUILESS_MAIN(TestKeptOutput)
#include "tst_keptoutput.moc"
