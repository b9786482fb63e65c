// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/rowmoments.h"

#include <QtTest>

#include <cmath>

#include "goldenfile.h"
#include "rowbatches.h"

namespace {

bool isClose(double x, double reference, double tolerance)
{
    return std::abs(x - reference) <= tolerance * std::abs(reference);
}

}

class TestRowMoments : public QObject
{
    Q_OBJECT

private slots:
    void goldenRows()
    {
        const QJsonObject rows = support::goldenFile(QStringLiteral("rows"))[QLatin1String("rows")].toObject();
        QCOMPARE(rows.size(), 6);
        for (const QJsonValue& value : rows) {
            const QJsonObject golden = value.toObject();
            const core::SortedRow row = support::sortedScores(support::numbers(golden[QLatin1String("logits")]));
            const core::RowMoments moments = core::momentsOf(row);
            QVERIFY(isClose(moments.entropy, support::number(golden[QLatin1String("entropy_nats")]), 1e-12));
            QVERIFY(isClose(
                row.scores[0] + std::log(moments.rowSum), support::number(golden[QLatin1String("logsumexp")]), 1e-12));
        }
    }

    void sigmaIsThePopulationDeviationOfScores()
    {
        QVERIFY(isClose(core::momentsOf(support::sortedScores({1, 2, 3, 4})).sigma, std::sqrt(1.25), 1e-15));
        QVERIFY(isClose(core::momentsOf(support::sortedScores({1e15, 1e15 + 1, 1e15 + 2, 1e15 + 3})).sigma,
            std::sqrt(1.25), 1e-15));
        QCOMPARE(core::momentsOf(support::sortedScores({7.5})).sigma, 0.0);
        // One far key does not wash out the others' digits.
        std::vector<double> scores(1000, 0.0);
        scores[3] = -1e6;
        QVERIFY(isClose(core::momentsOf(support::sortedScores(scores)).sigma, 1e6 * std::sqrt(0.000999), 1e-13));
    }

    void probabilitiesSpeakOfTheirLogarithmsAndZeros()
    {
        const auto row = support::sortedProbabilities({0.5, 0, 0.25, 0.25, 0}, core::Element::F16);
        const core::RowMoments moments = core::momentsOf(row);
        QCOMPARE(moments.censored, 0.4);
        QCOMPARE(moments.rowSum, 1.0);
        QCOMPARE(moments.largestWeight, 0.5);
        QVERIFY(isClose(moments.entropy, 1.5 * std::log(2.0), 1e-15));
        QVERIFY(isClose(moments.sigma, std::log(2.0) * std::sqrt(2.0 / 9), 1e-14));
    }

    void entropyIsOfTheRowDividedByItsSum()
    {
        const auto row = support::sortedProbabilities({1, 1, 1, 1}, core::Element::F32);
        QVERIFY(isClose(core::momentsOf(row).entropy, std::log(4.0), 1e-15));
        QCOMPARE(core::momentsOf(row).rowSum, 4.0);
        QCOMPARE(core::momentsOf(row).largestWeight, 0.25);
    }

    void nearlyOneHotRowKeepsItsDigits()
    {
        // H = log1p(t) + 40 t / (1 + t), t = e^-40
        const double t = std::exp(-40.0);
        QVERIFY(isClose(core::momentsOf(support::sortedScores({0, -40})).entropy, 41 * t, 1e-14));
        QVERIFY(
            isClose(core::momentsOf(support::sortedProbabilities({1, t}, core::Element::F64)).entropy, 41 * t, 1e-14));
    }

    void extremesStayFinite()
    {
        for (const auto& scores : {std::vector<double>{1e30, -1e30}, {1e308, -1e308}, {0, -800}, {5, 5}}) {
            const core::RowMoments moments = core::momentsOf(support::sortedScores(scores));
            QVERIFY(std::isfinite(moments.entropy));
            QVERIFY(!std::isnan(moments.sigma));
        }
        const auto row = support::sortedProbabilities({1, 5e-324}, core::Element::F64);
        QVERIFY(std::isfinite(core::momentsOf(row).entropy));
    }
};

QTEST_GUILESS_MAIN(TestRowMoments)
#include "tst_rowmoments.moc"
