// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/scoremodel.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "goldenfile.h"

namespace {

bool isClose(double x, double reference, double tolerance = 1e-12)
{
    return std::abs(x - reference) <= tolerance * std::abs(reference);
}

double at(const QJsonValue& value, const char* name)
{
    return support::number(value[QLatin1String(name)]);
}

}

class TestScoreModel : public QObject
{
    Q_OBJECT

private:
    const QJsonObject m_golden = support::goldenFile(QStringLiteral("gaussian"));

    QJsonArray list(const char* name) const { return m_golden[QLatin1String(name)].toArray(); }

private slots:
    void keptShare()
    {
        QCOMPARE(list("k_eps_over_n").size(), 32);
        for (const QJsonValue& v : list("k_eps_over_n"))
            QVERIFY(isClose(core::gaussianKeptShare(at(v, "sigma"), at(v, "eps")).value, at(v, "fraction")));
    }

    void tailMass()
    {
        QCOMPARE(list("tau_of_kept_fraction").size(), 25);
        for (const QJsonValue& v : list("tau_of_kept_fraction"))
            QVERIFY(isClose(core::gaussianTailMass(at(v, "sigma"), at(v, "kappa")).value, at(v, "tau")));
    }

    void sigma()
    {
        QCOMPARE(list("sigma_from_kept_fraction").size(), 2);
        for (const QJsonValue& v : list("sigma_from_kept_fraction"))
            QVERIFY(isClose(core::gaussianSigma(at(v, "kappa"), at(v, "eps")), at(v, "sigma")));
    }

    void plugIn()
    {
        QCOMPARE(list("plug_in_k_eps").size(), 24);
        for (const QJsonValue& v : list("plug_in_k_eps")) {
            const auto n = static_cast<std::size_t>(v[QLatin1String("n")].toInt());
            const auto k = static_cast<std::size_t>(v[QLatin1String("k")].toInt());
            QCOMPARE(core::plugInKEps(at(v, "sigma"), n, at(v, "eps")), k);
            QVERIFY(core::PlugInRow(at(v, "sigma"), n).tailMass(k).value <= at(v, "eps"));
            QVERIFY(core::PlugInRow(at(v, "sigma"), n).tailMass(k - 1).value > at(v, "eps"));
        }
    }

    void plugInCurveOfALongRow()
    {
        // The definition, with each quantile searched by itself.
        const std::size_t n = 20001;
        const double sigma = 2.5;
        std::vector<double> weights;
        for (std::size_t i = 0; i < n; ++i)
            weights.push_back(
                std::exp(sigma * core::normalQuantile((static_cast<double>(i) + 0.5) / static_cast<double>(n))));
        const std::vector<std::size_t> ks{0, 1, 7, 1000, n / 2, n - 1, n, n + 5};
        const core::PlugInRow row(sigma, n);
        const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
        for (std::size_t i = 0; i < ks.size(); ++i) {
            const auto dropped = static_cast<std::ptrdiff_t>(n - std::min(n, ks[i]));
            const double tail = std::accumulate(weights.begin(), weights.begin() + dropped, 0.0) / whole;
            QVERIFY(std::abs(row.tailMass(ks[i]).value - tail) <= 1e-11 * tail);
        }
    }

    void plugInEnds()
    {
        QCOMPARE(core::PlugInRow(2, 100).tailMass(0).value, 1.0);
        QCOMPARE(core::PlugInRow(2, 100).tailMass(100).value, 0.0);
        QCOMPARE(core::plugInKEps(0, 100, 0.015), std::size_t(99));
        QCOMPARE(core::plugInKEps(3, 1, 0.01), std::size_t(1));
        QCOMPARE(core::plugInKEps(3, 0, 0.01), std::size_t(0));
    }

    void normalDistributionInBothTails()
    {
        // 20 digits of Phi, from 50-digit arithmetic.
        QVERIFY(isClose(core::normalCdf(-1), 0.15865525393145705141, 1e-15));
        QVERIFY(isClose(core::normalCdf(-5), 2.8665157187919391167e-7, 1e-14));
        QVERIFY(isClose(core::normalCdf(-20), 2.7536241186062336951e-89, 1e-13));
        QVERIFY(isClose(core::normalCdf(-37), 5.7255712225245768227e-300, 1e-12));
        QCOMPARE(core::normalCdf(0), 0.5);
        QCOMPARE(core::normalCdf(40), 1.0);
    }

    void quantileInvertsTheDistribution()
    {
        QVERIFY(isClose(core::normalQuantile(0.01), -2.3263478740408411009, 1e-14));
        QVERIFY(isClose(core::normalQuantile(0.05), -1.6448536269514727149, 1e-14));
        QVERIFY(isClose(core::normalQuantile(0.001), -3.0902323061678135415, 1e-14));
        for (const double x : {-37.0, -8.0, -3.0, -1.0, -0.675, -0.674, -0.1, -1e-3, -1e-9}) {
            QVERIFY2(isClose(core::normalQuantile(core::normalCdf(x)), x, std::max(1e-14, 1e-16 / -x)),
                qPrintable(QString::number(x)));
            QCOMPARE(core::normalQuantile(1 - core::normalCdf(-1)), core::normalQuantile(core::normalCdf(1)));
        }
        QCOMPARE(core::normalQuantile(0.5), 0.0);
        QCOMPARE(core::normalQuantile(0.9), -core::normalQuantile(1 - 0.9));
        QVERIFY(std::isinf(core::normalQuantile(0)) && core::normalQuantile(0) < 0);
        QVERIFY(std::isinf(core::normalQuantile(1)) && core::normalQuantile(1) > 0);
        QVERIFY(std::isnan(core::normalQuantile(-0.1)) && std::isnan(core::normalQuantile(1.1)));
        QVERIFY(std::isfinite(core::normalQuantile(5e-324)));
    }

    void impliedSigmaInvertsTheRule()
    {
        for (const double sigma : {0.5, 1.0, 2.5}) {
            const double share = core::gaussianKeptShare(sigma, 0.01).value;
            const auto kept = static_cast<std::size_t>(std::lround(1e6 * share));
            QVERIFY(isClose(core::impliedSigma(kept, 1000000, 0.01).value, sigma, 1e-4));
        }
        QCOMPARE(core::impliedSigma(100, 100, 0.01).value, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestScoreModel)
#include "tst_scoremodel.moc"
