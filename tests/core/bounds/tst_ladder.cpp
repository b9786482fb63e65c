// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/ladder.h"

#include <QtTest>

#include <cmath>
#include <random>

#include "bounds/tailcurve.h"
#include "flushsubnormals.h"
#include "goldenfile.h"
#include "real.h"
#include "rowbatches.h"

using support::Decimal;
using support::Real;
using support::Subnormals;
Q_DECLARE_METATYPE(support::Subnormals)

namespace {

const core::LadderBound* rung(const std::vector<core::LadderBound>& ladder, std::string_view name)
{
    for (const core::LadderBound& bound : ladder)
        if (bound.name == name)
            return &bound;
    return nullptr;
}

double upper(const std::vector<core::LadderBound>& ladder, std::string_view name)
{
    const core::LadderBound* found = rung(ladder, name);
    return found == nullptr ? std::nan("") : found->bound.upper;
}

bool isClose(double x, const QJsonValue& golden)
{
    const double reference = support::number(golden);
    return x >= reference * (1 - 1e-15) && x <= reference * (1 + 1e-12);
}

Real tailOf(const std::vector<Real>& scores, const std::vector<std::uint32_t>& keys, std::size_t k)
{
    Real tail;
    Real total;
    for (std::size_t i = keys.size(); i-- > 0;) {
        const Real weight = exp(scores[keys[i]] - scores[keys[0]]);
        total += weight;
        if (i >= k)
            tail += weight;
    }
    return tail / total;
}

}

class TestLadder : public QObject
{
    Q_OBJECT

private slots:
    void golden()
    {
        const QJsonObject rows = support::goldenFile(QStringLiteral("rows"))[QLatin1String("rows")].toObject();
        QCOMPARE(rows.size(), 6);
        for (const QJsonValue& value : rows) {
            const auto row = support::sortedScores(support::numbers(value[QLatin1String("logits")]));
            for (const QJsonValue& at : value[QLatin1String("per_k")].toArray()) {
                const auto k = static_cast<std::size_t>(at[QLatin1String("k")].toInt());
                const auto block = static_cast<std::size_t>(at[QLatin1String("sorted_block_size")].toInt());
                const auto ladder = core::tailMassLadder(row, k, core::weightErrorOf(row), block);
                QVERIFY(isClose(upper(ladder, "single_gap"), at[QLatin1String("gap_bound_sharp")]));
                QVERIFY(isClose(upper(ladder, "single_gap_ratio"), at[QLatin1String("gap_bound_ratio")]));
                QCOMPARE(rung(ladder, "single_gap_ratio")->vacuous, at[QLatin1String("gap_ratio_vacuous")].toBool());
                QVERIFY(isClose(upper(ladder, "multi_gap"), at[QLatin1String("multi_gap_bound")]));
                QVERIFY(isClose(upper(ladder, "sorted_blocks"), at[QLatin1String("sorted_block_bound")]));
                for (const core::LadderBound& bound : ladder)
                    QVERIFY(Decimal(at[QLatin1String("tau")].toString()).isAtMost(bound.bound.upper));
            }
        }
    }

    void nasty_data()
    {
        QTest::addColumn<QJsonObject>("golden");
        QTest::addColumn<Subnormals>("mode");
        for (const QJsonValue& value :
            support::goldenFile(QStringLiteral("nasty_rows"))[QLatin1String("rows")].toArray()) {
            const QJsonObject row = value.toObject();
            if (row[QLatin1String("kind")].toString() != QLatin1String("logits")
                || row.contains(QLatin1String("expect")) || !row.contains(QLatin1String("top_k")))
                continue;
            const QByteArray name = row[QLatin1String("name")].toString().toLatin1();
            QTest::addRow("%s", name.data()) << row << Subnormals::Kept;
            QTest::addRow("%s, flushed", name.data()) << row << Subnormals::Flushed;
        }
    }

    void nasty()
    {
        QFETCH(QJsonObject, golden);
        QFETCH(Subnormals, mode);
        const auto k = static_cast<std::size_t>(golden[QLatin1String("top_k")].toInt());
        const std::vector<double> scores = support::expanded(golden[QLatin1String("logits")]);
        std::vector<core::LadderBound> ladder;
        std::size_t count = 0;
        {
            const support::SubnormalMode whileComputing(mode);
            const auto row = support::sortedScores(scores);
            count = row.size();
            ladder = core::tailMassLadder(row, k, core::weightErrorOf(row));
        }
        QCOMPARE(ladder.size(), std::size_t(k < count ? 7 : 0));
        for (const core::LadderBound& bound : ladder)
            QVERIFY2(Decimal(golden[QLatin1String("tau")].toString()).isAtMost(bound.bound.upper), bound.name.data());
    }

    void equalityIsMetFromAbove()
    {
        std::vector<double> scores(1024, 0.0);
        std::fill(scores.begin(), scores.begin() + 64, 7.303170051237);
        const auto row = support::sortedScores(scores);
        for (const core::LadderBound& bound : core::tailMassLadder(row, 64, core::weightErrorOf(row))) {
            const double exact = bound.name == "single_gap_ratio" ? 0.0099999999999980185661 / 0.99000000000000198143
                                                                  : 0.0099999999999980185661;
            QVERIFY(bound.bound.upper >= exact && bound.bound.upper <= exact * (1 + 1e-13));
            QVERIFY(!bound.vacuous);
        }
    }

    void flatRowsLearnNothing()
    {
        const auto row = support::sortedScores(std::vector<double>(40, 3.0));
        for (const core::LadderBound& bound : core::tailMassLadder(row, 10, core::weightErrorOf(row)))
            QVERIFY(bound.vacuous);
    }

    void finerKnowledgeIsNeverWorse()
    {
        std::mt19937_64 random(3);
        std::normal_distribution<double> normal(0, 3);
        for (int round = 0; round < 100; ++round) {
            std::vector<double> scores(200);
            for (double& score : scores)
                score = normal(random);
            const auto row = support::sortedScores(scores);
            for (const std::size_t k : {1U, 7U, 64U, 150U, 199U}) {
                const auto ladder = core::tailMassLadder(row, k, core::weightErrorOf(row));
                const double slack = 1 + 1e-12;
                QVERIFY(upper(ladder, "single_gap") <= upper(ladder, "single_gap_ratio") * slack);
                QVERIFY(upper(ladder, "multi_gap") <= upper(ladder, "single_gap") * slack);
                QVERIFY(upper(ladder, "sorted_blocks_mean") <= upper(ladder, "sorted_blocks") * slack);
                QVERIFY(upper(ladder, "positional_blocks_mean") <= upper(ladder, "positional_blocks") * slack);
                const auto single = core::tailMassLadder(row, k, core::weightErrorOf(row), 1);
                const double tau = core::tailMassAt(row, k).tau.upper;
                QVERIFY(std::abs(upper(single, "positional_blocks") / tau - 1) < 1e-12);
                const auto whole = core::tailMassLadder(row, k, core::weightErrorOf(row), 200);
                QVERIFY(std::abs(upper(whole, "positional_blocks") / upper(single, "single_gap") - 1) < 1e-12);
            }
        }
    }

    void randomRowsAgainst300Bits()
    {
        std::mt19937_64 random(5);
        std::normal_distribution<double> normal(0, 1);
        for (int round = 0; round < 300; ++round) {
            const std::size_t n = 2 + random() % 60;
            const double size = round % 5 == 0 ? 300 : round % 5 == 1 ? 1e-9 : 2;
            std::vector<double> scores(n);
            for (double& score : scores)
                score = round % 3 == 0 ? std::round(size * normal(random)) : size * normal(random);
            const std::vector<Real> exact(scores.begin(), scores.end());
            const auto row = support::sortedScores(scores);
            for (std::size_t k = 1; k < n; ++k) {
                const Real tau = tailOf(exact, row.keys, k);
                for (const core::LadderBound& bound : core::tailMassLadder(row, k, core::weightErrorOf(row), 4))
                    QVERIFY2(tau <= Real(bound.bound.upper), bound.name.data());
            }
        }
    }

    void storedProbabilitiesHaveNoMeanScores()
    {
        const auto row = support::sortedProbabilities({0.5, 0.25, 0.125, 0.125}, core::Element::F16);
        const auto ladder = core::tailMassLadder(row, 2, core::weightErrorOf(row));
        QCOMPARE(ladder.size(), std::size_t(5));
        QVERIFY(std::abs(upper(ladder, "single_gap") - 1 / (1 + 0.25 / 0.125)) < 1e-14);
        const auto zeros = support::sortedProbabilities({0.5, 0.5, 0, 0}, core::Element::F16);
        QVERIFY(core::tailMassLadder(zeros, 2, core::weightErrorOf(zeros)).empty());
        QVERIFY(!core::tailMassLadder(zeros, 2, core::roundedWeightErrorOf(zeros)).empty());
        QVERIFY(core::tailMassLadder(row, 4, core::weightErrorOf(row)).empty());
        QVERIFY(core::tailMassLadder(row, 0, core::weightErrorOf(row)).empty());
    }
};

QTEST_GUILESS_MAIN(TestLadder)
#include "tst_ladder.moc"
