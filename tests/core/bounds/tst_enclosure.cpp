// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every interval against 300-bit arithmetic, on random rows of the kinds that hurt (soundness 16). Not one may be left.

#include <QtTest>

#include <cmath>
#include <random>

#include "bounds/tailcurve.h"
#include "flushsubnormals.h"
#include "real.h"
#include "rowbatches.h"

using core::Element;
using support::Real;
using support::Subnormals;
Q_DECLARE_METATYPE(core::Element)

namespace {

enum class Kind { Gaussian, Ties, Offset, Deep, UnderflowBorder, HalfUlp, TwoLevel, Wide };

struct Reference
{
    std::vector<Real> weights; ///< in the order of the sorted row
    Real total;
};

class Rows
{
public:
    explicit Rows(std::uint64_t seed)
        : m_random(seed)
    {
    }

    double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(m_random); }
    double normal(double sigma) { return std::normal_distribution(0.0, sigma)(m_random); }
    std::size_t count(std::size_t least, std::size_t most)
    {
        return std::uniform_int_distribution<std::size_t>(least, most)(m_random);
    }

    double score(Kind kind)
    {
        switch (kind) {
        case Kind::Gaussian:
            return normal(3);
        case Kind::Ties:
            return std::round(normal(2));
        case Kind::Offset:
            return 1e12 + normal(5);
        case Kind::Deep:
            return uniform(-400, 0);
        case Kind::UnderflowBorder:
            return uniform(0, 1) < 0.2 ? 0 : uniform(-750, -700);
        case Kind::HalfUlp:
            return uniform(0, 1) < 0.1 ? 0 : std::log(0x1p-53 * uniform(0.9, 1.1));
        case Kind::TwoLevel:
            return uniform(0, 1) < 0.3 ? 7.303170051237 : 0;
        case Kind::Wide:
            return normal(3000);
        }
        return 0;
    }

    std::vector<double> scores(Kind kind, std::size_t n)
    {
        std::vector<double> result(n);
        for (double& x : result)
            x = score(kind);
        return result;
    }

private:
    std::mt19937_64 m_random;
};

Reference referenceOf(const std::vector<Real>& scores, const std::vector<std::uint32_t>& keys)
{
    Reference reference;
    for (const std::uint32_t key : keys) {
        reference.weights.push_back(exp(scores[key] - scores[keys[0]]));
        reference.total += reference.weights.back();
    }
    return reference;
}

Real tailOf(const Reference& reference, std::size_t k)
{
    Real tail;
    for (std::size_t i = reference.weights.size(); i-- > k;)
        tail += reference.weights[i];
    return tail;
}

bool contains(const core::Interval& interval, const Real& exact)
{
    return Real(interval.lower) <= exact && (std::isinf(interval.upper) || exact <= Real(interval.upper));
}

/// ||o_S - o|| of the k first keys.
Real outputErrorOf(const Reference& reference, const core::SortedRow& row, const std::vector<double>& values,
    std::size_t dimensions, std::size_t k)
{
    Real squares;
    const Real tail = tailOf(reference, k);
    const Real head = reference.total - tail;
    for (std::size_t c = 0; c < dimensions; ++c) {
        const Real centre = values[row.keys[0] * dimensions + c];
        Real kept, dropped;
        for (std::size_t i = 0; i < row.size(); ++i)
            (i < k ? kept : dropped) += reference.weights[i] * (Real(values[row.keys[i] * dimensions + c]) - centre);
        const Real difference = (kept * tail - dropped * head) / (head * reference.total);
        squares += difference * difference;
    }
    return sqrt(squares);
}

/// Jensen-Shannon divergence; by its series where 300 bits would cancel.
Real jensenShannonOf(const Real& tau, const Real& kl)
{
    const Real half = 0.5;
    if (tau <= Real(1e-30))
        return log(Real(2.0)) * half * tau + tau * tau / Real(8.0);
    const Real mixed = Real(2.0) - tau;
    return log(Real(2.0)) - (Real(1.0) - tau) * kl * half - mixed * log(mixed) * half;
}

bool enclosesTailMass(const core::SortedRow& row, const Reference& reference, std::size_t k, Subnormals mode)
{
    core::TailMass mass;
    core::Divergences found;
    {
        const support::SubnormalMode whileComputing(mode);
        mass = core::tailMassAt(row, k);
        found = core::divergences(mass);
    }
    const Real tail = tailOf(reference, k);
    const Real tau = tail / reference.total;
    const Real one = 1.0;
    const Real kl = log1p(tail / (reference.total - tail));
    return contains(mass.tau, tau) && contains(found.kullbackLeibler, kl)
        && contains(found.jensenShannon, jensenShannonOf(tau, kl))
        && contains(found.hellingerSquared, tau / (one + sqrt(one - tau)));
}

std::vector<double> randomValues(Rows& random, std::size_t n, std::size_t dimensions, std::size_t round)
{
    const double scale = round % 5 == 1 ? 1e-200 : round % 5 == 2 ? 1e100 : 1;
    const double offset = round % 5 == 3 ? 1e8 : 0;
    std::vector<double> values(n * dimensions);
    for (double& x : values)
        x = scale * (random.normal(1) + offset);
    return values;
}

}

class TestEnclosure : public QObject
{
    Q_OBJECT

private slots:
    void scores_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind <= static_cast<int>(Kind::Wide); ++kind)
            QTest::addRow("kind %d", kind) << kind;
    }

    void scores()
    {
        QFETCH(int, kind);
        Rows random(static_cast<std::uint64_t>(kind) + 1);
        const std::vector<Element> elements{Element::F64, Element::F32, Element::F16, Element::BF16};
        for (std::size_t round = 0; round < 120; ++round) {
            const std::size_t n = random.count(2, 30);
            const support::Matrix matrix(random.scores(static_cast<Kind>(kind), n), n,
                kind == static_cast<int>(Kind::Offset) ? Element::F64 : elements[round % 4]);
            const Subnormals mode = round % 3 == 0 ? Subnormals::Flushed : Subnormals::Kept;
            core::SortedRow row;
            {
                const support::SubnormalMode whileComputing(mode);
                core::sortRow(support::storedBatch(matrix, core::Source::Scores), 0, row);
            }
            std::vector<Real> exact;
            for (std::size_t j = 0; j < n; ++j)
                exact.emplace_back(matrix.stored().at(0, j));
            const Reference reference = referenceOf(exact, row.keys);
            for (std::size_t k = 1; k < n; ++k)
                QVERIFY2(enclosesTailMass(row, reference, k, mode), qPrintable(QString::number(k)));
        }
    }

    void outputErrors_data() { scores_data(); }

    void outputErrors()
    {
        QFETCH(int, kind);
        Rows random(static_cast<std::uint64_t>(kind) + 101);
        for (std::size_t round = 0; round < 60; ++round) {
            const std::size_t n = random.count(2, 16);
            const std::size_t dimensions = random.count(1, 4);
            const auto values = randomValues(random, n, dimensions, round);
            const std::vector<double> scores = random.scores(static_cast<Kind>(kind), n);
            core::SortedRow row;
            std::vector<core::TailMass> mass;
            core::OutputErrors errors;
            core::OutputBounds bounds;
            {
                const support::SubnormalMode whileComputing(round % 3 == 0 ? Subnormals::Flushed : Subnormals::Kept);
                row = support::sortedScores(scores);
                for (std::size_t k = 0; k <= n; ++k)
                    mass.push_back(core::tailMassAt(row, k));
                const auto weighted = core::weightedValues(row, core::weightErrorOf(row), values, dimensions);
                errors = core::outputErrorsOfAllK(weighted, mass);
                bounds = core::outputBounds(weighted, mass);
            }
            const Reference reference = referenceOf({scores.begin(), scores.end()}, row.keys);
            for (std::size_t k = 1; k < n; ++k) {
                const Real exact = outputErrorOf(reference, row, values, dimensions, k);
                QVERIFY(contains(errors.error[k], exact));
                QVERIFY(exact <= Real(bounds.radius[k]));
                QVERIFY(std::isinf(bounds.variance[k]) || exact <= Real(bounds.variance[k]));
            }
        }
    }

    void factors_data()
    {
        QTest::addColumn<Element>("element");
        for (const Element element : {Element::F16, Element::BF16, Element::F32, Element::F64})
            QTest::addRow("%s", core::nameOf(element).data()) << element;
    }

    void factors()
    {
        QFETCH(Element, element);
        Rows random(7);
        for (std::size_t round = 0; round < 60; ++round) {
            const std::size_t n = random.count(2, 20);
            const std::size_t dimensions = random.count(1, 40);
            const double size = round % 4 == 0 ? 30 : 1;
            const double scale = 1 / std::sqrt(static_cast<double>(dimensions));
            std::vector<double> q(dimensions), k(n * dimensions);
            for (double& x : q)
                x = size * random.normal(1);
            for (double& x : k)
                x = size * random.normal(1);
            const support::Matrix queries(q, dimensions, element), keys(k, dimensions, element);
            core::SortedRow row;
            core::sortRow(support::factorBatch(queries, keys, scale), 0, row);
            std::vector<Real> exact(n);
            for (std::size_t j = 0; j < n; ++j)
                for (std::size_t c = 0; c < dimensions; ++c)
                    exact[j] += Real(scale) * Real(queries.stored().at(0, c)) * Real(keys.stored().at(j, c));
            for (std::size_t i = 0; i < n; ++i)
                QVERIFY(contains({row.scores[i] - row.scoreError, row.scores[i] + row.scoreError}, exact[row.keys[i]]));
            const Reference reference = referenceOf(exact, row.keys);
            for (std::size_t kept = 1; kept < n; ++kept)
                QVERIFY(enclosesTailMass(row, reference, kept, Subnormals::Kept));
        }
    }

    void roundedProbabilities_data()
    {
        QTest::addColumn<Element>("element");
        for (const Element element : {Element::F16, Element::BF16, Element::F32})
            QTest::addRow("%s", core::nameOf(element).data()) << element;
    }

    /// Dumps of an fp32 softmax, rounded again to the format stored: the row behind them lies in the interval.
    void roundedProbabilities()
    {
        QFETCH(Element, element);
        Rows random(9);
        for (std::size_t round = 0; round < 150; ++round) {
            const std::size_t n = random.count(2, 40);
            std::vector<float> scores(n);
            float maximum = -1e30F;
            for (float& x : scores) {
                x = static_cast<float>(random.normal(1.0 + static_cast<double>(round % 5)));
                maximum = std::max(maximum, x);
            }
            float sum = 0;
            for (const float x : scores)
                sum += std::exp(x - maximum);
            std::vector<double> probabilities;
            for (const float x : scores)
                probabilities.push_back(std::exp(x - maximum) / sum);
            const auto row = support::sortedProbabilities(probabilities, element);
            QVERIFY(!row.notNormalised);
            const Reference reference = referenceOf({scores.begin(), scores.end()}, row.keys);
            for (std::size_t k = 1; k < n; ++k) {
                const auto mass = core::tailMassAt(row, k, core::roundedWeightErrorOf(row));
                QVERIFY(contains(mass.tau, tailOf(reference, k) / reference.total));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestEnclosure)
#include "tst_enclosure.moc"
