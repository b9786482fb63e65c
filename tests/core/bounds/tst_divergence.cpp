// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <numbers>
#include <random>

#include "bounds/choice.h"
#include "bounds/tailcurve.h"
#include "goldenfile.h"
#include "rowbatches.h"

namespace {

bool isClose(double x, double reference, double tolerance)
{
    return std::abs(x - reference) <= tolerance * std::abs(reference);
}

/// The interval holds the value and is no wider than 1e-11 of it.
bool encloses(const core::Interval& interval, const QString& golden)
{
    const auto value = std::strtold(golden.toLatin1().constData(), nullptr);
    const auto slack = static_cast<double>(value) * 1e-11 + 2 * core::smallestNormal;
    return interval.lower <= value && value <= interval.upper && interval.width() <= slack;
}

}

class TestDivergence : public QObject
{
    Q_OBJECT

private slots:
    void jensenShannonIsTheGoldenCurve()
    {
        const auto golden = support::goldenFile(QStringLiteral("jensen_shannon"));
        const QJsonArray points = golden[QLatin1String("f")].toArray();
        QCOMPARE(points.size(), 14);
        for (const QJsonValue& point : points) {
            const double alpha = support::number(point[QLatin1String("alpha")]);
            const double expected = support::number(point[QLatin1String("f_nats")]);
            QVERIFY2(isClose(core::jensenShannonOf(alpha), expected, 1e-14), qPrintable(QString::number(alpha)));
        }
        for (const QJsonValue& point : golden[QLatin1String("inverse")].toArray())
            QVERIFY(isClose(core::jensenShannonOf(support::number(point[QLatin1String("alpha")])),
                support::number(point[QLatin1String("js_nats")]), 1e-12));
    }

    /// A set may keep only keys far below the largest: KL = ln(1 + 24 e^1500).
    void oddsBeyondTheDoubleRange()
    {
        std::vector<double> scores(25, 0.0);
        scores[3] = -1500;
        const core::SortedRow row = support::sortedScores(scores);
        const core::KeptSet far(std::vector<std::uint32_t>{24});
        const auto found = core::divergences(core::tailMassOf(row, far, core::weightErrorOf(row)));
        const double exact = 1500 + std::log(24.0);
        QVERIFY(found.kullbackLeibler.lower > 700 && found.kullbackLeibler.lower <= exact);
        QVERIFY(found.kullbackLeibler.upper >= exact);
    }

    void goldenRowsAreEnclosed()
    {
        const QJsonObject rows = support::goldenFile(QStringLiteral("rows"))[QLatin1String("rows")].toObject();
        QCOMPARE(rows.size(), 6);
        for (const QJsonValue& value : rows) {
            const auto row = support::sortedScores(support::numbers(value[QLatin1String("logits")]));
            for (const QJsonValue& at : value[QLatin1String("per_k")].toArray()) {
                const auto k = static_cast<std::size_t>(at[QLatin1String("k")].toInt());
                const core::Divergences found = core::divergences(core::tailMassAt(row, k));
                QVERIFY(encloses(found.totalVariation, at[QLatin1String("tv")].toString()));
                if (support::number(at[QLatin1String("tau")]) < 1e-36)
                    continue; // the golden divergences cancelled there; tst_nastyrows and tst_enclosure go deeper
                QVERIFY(encloses(found.kullbackLeibler, at[QLatin1String("kl_hat_p")].toString()));
                QVERIFY(encloses(found.jensenShannon, at[QLatin1String("js")].toString()));
                QVERIFY(encloses(found.hellingerSquared, at[QLatin1String("hellinger_sq")].toString()));
            }
        }
    }

    void identitiesHold()
    {
        std::mt19937_64 random(5);
        for (int i = 0; i < 300; ++i) {
            std::normal_distribution normal(0.0, 0.5 + i % 7);
            std::vector<double> scores(20);
            for (double& score : scores)
                score = normal(random);
            const auto row = support::sortedScores(scores);
            for (std::size_t k = 1; k < row.size(); ++k) {
                const core::Divergences d = core::divergences(core::tailMassAt(row, k));
                const double tau = d.totalVariation.upper;
                QVERIFY(std::abs(tau + std::expm1(-d.kullbackLeibler.upper)) <= 1e-13);
                QVERIFY(std::abs(1 - d.hellingerSquared.upper - std::sqrt(1 - tau)) <= 1e-13);
                QVERIFY(d.jensenShannon.upper <= tau * std::numbers::ln2 * (1 + 1e-13));
                QVERIFY(d.jensenShannon.lower >= d.totalVariation.lower * std::numbers::ln2 / 2 * (1 - 1e-13));
            }
        }
    }

    void nothingDroppedIsExactlyZero()
    {
        const core::Divergences d = core::divergences(core::tailMassAt(support::sortedScores({3, 1, 2}), 3));
        for (const core::Interval& interval :
            {d.totalVariation, d.kullbackLeibler, d.jensenShannon, d.hellingerSquared})
            QVERIFY((interval == core::Interval{0, 0}));
    }

    void divergenceStaysFiniteWhereTheTailMassRoundsToOne()
    {
        // Keep four keys of e^-600 and drop the maximum: KL = ln(1 + e^600 / 4).
        const core::WeightError error{1e-13, 4};
        const core::TailMass mass = core::tailMass(1, 4 * std::exp(-600.0), 1, 4, error);
        QCOMPARE(mass.tau.upper, 1.0);
        const core::Divergences d = core::divergences(mass);
        QVERIFY(d.kullbackLeibler.contains(600 - std::log(4.0)));
        QVERIFY(d.kullbackLeibler.width() < 1e-9);
        QVERIFY(d.jensenShannon.contains(std::numbers::ln2));
        QCOMPARE(d.hellingerSquared.upper, 1.0);
    }

    void emptyKeptSetHasNoFiniteDivergence()
    {
        const core::Divergences d = core::divergences(core::tailMassAt(support::sortedScores({3, 1, 2}), 0));
        QVERIFY((d.totalVariation == core::Interval{1, 1}));
        QVERIFY(std::isinf(d.kullbackLeibler.lower) && std::isinf(d.kullbackLeibler.upper));
    }
};

QTEST_GUILESS_MAIN(TestDivergence)
#include "tst_divergence.moc"
