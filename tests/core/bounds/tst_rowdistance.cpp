// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/rowdistance.h"

#include <QtTest>

#include <cmath>

#include "naive.h"
#include "rowbatches.h"

using naive::near;
using naive::Real;

namespace {

core::SortedRow stored(const std::vector<double>& probabilities)
{
    return support::sortedProbabilities(probabilities, core::Element::F64);
}

/// The definitions in long double, from probabilities.
struct Plain
{
    Real variation = 0, klAB = 0, klBA = 0, jensenShannon = 0, hellinger = 0, cosine = 0;

    Plain(const std::vector<Real>& a, const std::vector<Real>& b)
    {
        Real product = 0, normA = 0, normB = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Real middle = (a[i] + b[i]) / 2;
            variation += std::abs(a[i] - b[i]) / 2;
            klAB += part(a[i], b[i]);
            klBA += part(b[i], a[i]);
            jensenShannon += (part(a[i], middle) + part(b[i], middle)) / 2;
            hellinger += std::pow(std::sqrt(a[i]) - std::sqrt(b[i]), 2.0L) / 2;
            product += a[i] * b[i];
            normA += a[i] * a[i];
            normB += b[i] * b[i];
        }
        hellinger = std::sqrt(hellinger);
        cosine = product / std::sqrt(normA * normB);
    }

    /// p ln(p/q), and q - p, which sums to 0: so that near rows leave digits in long double.
    static Real part(Real p, Real q)
    {
        const Real x = (p - q) / q;
        return q * ((1 + x) * std::log1p(x) - x);
    }
};

}

class TestRowDistance : public QObject
{
    Q_OBJECT

private slots:
    /// A sink is an outcome of its own in both rows, and no part of the rows as vectors.
    void sinks()
    {
        const std::vector<double> a{0.5, -1, 2}, b{1, 0, 0.25};
        const auto rowOf = [](const std::vector<double>& scores, double sink) {
            const support::Matrix matrix(scores, scores.size());
            core::RowBatch batch = support::storedBatch(matrix, core::Source::Scores);
            batch.sinkScore = sink;
            core::SortedRow row;
            core::sortRow(batch, 0, row);
            return row;
        };
        const auto shares = [](std::vector<double> scores, double sink) {
            scores.push_back(sink);
            std::vector<Real> weights;
            Real total = 0;
            for (const double score : scores)
                total += weights.emplace_back(std::exp(Real(score)));
            for (Real& weight : weights)
                weight /= total;
            return weights;
        };
        const std::vector<Real> p = shares(a, 3), q = shares(b, -0.5);
        const Plain plain(p, q);
        const core::RowDistance found = core::distanceOf(rowOf(a, 3), rowOf(b, -0.5), 3);
        QVERIFY(near(found.totalVariation, plain.variation, 1e-14L));
        QVERIFY(near(found.klAB, plain.klAB, 1e-14L));
        QVERIFY(near(found.klBA, plain.klBA, 1e-14L));
        QVERIFY(near(found.jensenShannon, plain.jensenShannon, 1e-14L));
        QVERIFY(near(found.hellinger, plain.hellinger, 1e-14L));
        const Plain keys({p[0], p[1], p[2]}, {q[0], q[1], q[2]});
        QVERIFY(near(found.cosine, keys.cosine, 1e-14L));
        QVERIFY(std::isinf(core::distanceOf(rowOf(a, 3), support::sortedScores(b), 3).klAB));
        QCOMPARE(core::distanceOf(rowOf(a, 2000), rowOf(b, 2000), 3).cosine, 0.0);
    }

    void definitions_data()
    {
        QTest::addColumn<double>("shift");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("far") << 6.0 << 1e-13;
        QTest::newRow("usual") << 1.0 << 1e-13;
        // Terms of first order cancel: what is left is 1e-14 of them.
        QTest::newRow("near") << 1e-7 << 1e-6;
    }

    void definitions()
    {
        QFETCH(double, shift);
        QFETCH(double, tolerance);
        std::vector<double> a, b;
        for (int i = 0; i < 40; ++i) {
            a.push_back(3 * std::sin(1.7 * i));
            b.push_back(a.back() + shift * std::cos(2.3 * i * i));
        }
        const auto distance = core::distanceOf(support::sortedScores(a), support::sortedScores(b), a.size());
        const Plain wanted(naive::Row(a).p, naive::Row(b).p);
        const Real allowed = static_cast<Real>(tolerance);
        QVERIFY(near(distance.totalVariation, wanted.variation, allowed));
        QVERIFY(near(distance.klAB, wanted.klAB, allowed));
        QVERIFY(near(distance.klBA, wanted.klBA, allowed));
        QVERIFY(near(distance.jensenShannon, wanted.jensenShannon, allowed));
        QVERIFY(near(distance.hellinger, wanted.hellinger, allowed));
        QVERIFY(near(distance.cosine, wanted.cosine, 1e-13L));
    }

    void equalRowsHaveNoDistance()
    {
        const auto row = support::sortedScores({0.25, -3, 7, 7, 0.125});
        const auto distance = core::distanceOf(row, row, 5);
        QCOMPARE(distance.totalVariation, 0.0);
        QCOMPARE(distance.klAB, 0.0);
        QCOMPARE(distance.klBA, 0.0);
        QCOMPARE(distance.jensenShannon, 0.0);
        QCOMPARE(distance.hellinger, 0.0);
        QVERIFY(near(distance.cosine, 1));
    }

    /// 0.5, 0.5, 0 against 0, 0.25, 0.75, the latter stored with a sum of 2.
    void aLostKeyIsAnInfiniteDivergence()
    {
        const auto a = stored({0.5, 0.5, 0});
        const auto b = stored({0, 0.5, 1.5});
        const auto distance = core::distanceOf(a, b, 3);
        QCOMPARE(distance.totalVariation, 0.75);
        QVERIFY(std::isinf(distance.klAB) && std::isinf(distance.klBA));
        QVERIFY(near(distance.jensenShannon,
            (0.5L * std::log(2.0L) + 0.5L * std::log(4 / 3.0L) + 0.25L * std::log(2 / 3.0L) + 0.75L * std::log(2.0L))
                / 2));
        const auto inside = core::distanceOf(stored({0, 1, 0}), a, 3);
        QVERIFY(near(inside.klAB, std::log(2.0L)));
        QVERIFY(std::isinf(inside.klBA));
        const auto apart = core::distanceOf(stored({1, 0}), stored({0, 1}), 2);
        QCOMPARE(apart.totalVariation, 1.0);
        QCOMPARE(apart.hellinger, 1.0);
        QCOMPARE(apart.cosine, 0.0);
        QVERIFY(near(apart.jensenShannon, std::log(2.0L)));
    }

    /// A weight of e^-1000 is no double, but its logarithm is known: KL is 1000 and not infinite.
    void aWeightThatUnderflowsIsNoLostKey()
    {
        const auto a = support::sortedScores({0, -1000});
        const auto b = support::sortedScores({-1000, 0});
        const auto distance = core::distanceOf(a, b, 2);
        QVERIFY(near(distance.klAB, 1000));
        QVERIFY(near(distance.klBA, 1000));
    }

    void overlapCountsTheBestKeys()
    {
        const auto a = support::sortedScores({9, 8, 7, 1, 2});
        const auto b = support::sortedScores({9, 1, 8, 7, 2});
        QCOMPARE(core::overlapOf(a, b, 1), 1.0);
        QCOMPARE(core::overlapOf(a, b, 2), 1.0 / 3);
        QCOMPARE(core::overlapOf(a, b, 3), 2.0 / 4);
        QCOMPARE(core::overlapOf(a, b, 99), 1.0);
        QCOMPARE(core::overlapOf(a, support::sortedScores({1, 2, 3}), 4), 3.0 / 4);
    }
};

QTEST_APPLESS_MAIN(TestRowDistance)
#include "tst_rowdistance.moc"
