// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/outputladder.h"

#include <QtTest>

#include <cmath>
#include <limits>

#include "bounds/tailcurve.h"
#include "flushsubnormals.h"
#include "goldenfile.h"
#include "rowbatches.h"

using support::Decimal;
using support::Subnormals;
Q_DECLARE_METATYPE(support::Subnormals)

namespace {

struct Case
{
    core::SortedRow row;
    std::vector<double> values;
    std::size_t dimensions = 0;

    explicit Case(const QJsonObject& golden)
        : row(support::sortedScores(support::numbers(golden[QLatin1String("logits")])))
    {
        for (const QJsonValue& value : golden[QLatin1String("values")].toArray()) {
            const std::vector<double> numbers = support::numbers(value);
            dimensions = numbers.size();
            values.insert(values.end(), numbers.begin(), numbers.end());
        }
    }

    core::OutputLadder at(std::size_t k) const
    {
        return core::outputLadder(core::weightedValues(row, core::weightErrorOf(row), values, dimensions),
            {std::min(k, row.size()), core::tailMassAt(row, k)}, core::tailMassAt(row, 0));
    }
};

double upper(const core::OutputLadder& ladder, std::string_view name)
{
    for (const core::LadderBound& bound : ladder.bounds)
        if (bound.name == name)
            return bound.bound.upper;
    return std::nan("");
}

bool isClose(double x, const QJsonValue& golden)
{
    const double reference = support::number(golden);
    return x >= reference * (1 - 1e-15) && x <= reference * (1 + 1e-12);
}

QJsonArray nastyRows()
{
    return support::goldenFile(QStringLiteral("nasty_rows"))[QLatin1String("rows")].toArray();
}

}

class TestOutputLadder : public QObject
{
    Q_OBJECT

private slots:
    void golden()
    {
        const QJsonArray cases = support::goldenFile(QStringLiteral("output_error"))[QLatin1String("cases")].toArray();
        QCOMPARE(cases.size(), 3);
        for (const QJsonValue& value : cases) {
            const Case row(value.toObject());
            for (const QJsonValue& expected : value[QLatin1String("per_k")].toArray()) {
                const auto ladder = row.at(static_cast<std::size_t>(expected[QLatin1String("k")].toInt()));
                QVERIFY(isClose(upper(ladder, "max_norm"), expected[QLatin1String("bound_2C_tau")]));
                QVERIFY(isClose(upper(ladder, "diameter"), expected[QLatin1String("bound_tau_diam")]));
                QVERIFY(isClose(upper(ladder, "box"), expected[QLatin1String("bound_tau_box")]));
                QVERIFY(isClose(upper(ladder, "radius"), expected[QLatin1String("bound_2R_tau_centroid")]));
                QVERIFY(isClose(upper(ladder, "variance"), expected[QLatin1String("bound_sqrt_var")]));
                const double least = ladder.bounds[ladder.smallest].bound.upper;
                for (const core::LadderBound& bound : ladder.bounds) {
                    QVERIFY(Decimal(expected[QLatin1String("error")].toString()).isAtMost(bound.bound.upper));
                    QVERIFY(bound.bound.upper >= least);
                }
                // Another quantity (soundness 15, number 45): equal to neither the error nor its bounds.
                const double plain = support::number(expected[QLatin1String("unrenormalised_error")]);
                QVERIFY(ladder.notRenormalised && ladder.notRenormalised->contains(plain));
                QVERIFY(ladder.notRenormalised->width() <= 1e-12 * plain);
            }
        }
    }

    void nasty_data()
    {
        QTest::addColumn<QJsonObject>("golden");
        QTest::addColumn<Subnormals>("mode");
        for (const QJsonValue& value : nastyRows()) {
            const QJsonObject golden = value.toObject();
            if (golden[QLatin1String("kind")].toString() != QLatin1String("output_error"))
                continue;
            const QByteArray name = golden[QLatin1String("name")].toString().toLatin1();
            QTest::addRow("%s", name.data()) << golden << Subnormals::Kept;
            QTest::addRow("%s, flushed", name.data()) << golden << Subnormals::Flushed;
        }
    }

    void nasty()
    {
        QFETCH(QJsonObject, golden);
        QFETCH(Subnormals, mode);
        core::OutputLadder ladder;
        {
            const support::SubnormalMode whileComputing(mode);
            ladder = Case(golden).at(static_cast<std::size_t>(golden[QLatin1String("top_k")].toInt()));
        }
        QCOMPARE(ladder.bounds.size(), std::size_t(5));
        for (const core::LadderBound& bound : ladder.bounds)
            QVERIFY2(Decimal(golden[QLatin1String("output_error")].toString()).isAtMost(bound.bound.upper),
                bound.name.data());
    }

    /// Keeping one of two keys loses half of the mass: the diameter is met with equality, the norms of values far from
    /// 0 say nothing.
    void vacuousIsWhatScoresCannotChange()
    {
        const Case far(QJsonObject{{QStringLiteral("logits"), QJsonArray{0, 0}},
            {QStringLiteral("values"), QJsonArray{QJsonArray{1000}, QJsonArray{1001}}}});
        const auto ladder = far.at(1);
        QVERIFY(std::abs(upper(ladder, "diameter") - 0.5) < 1e-14);
        for (const core::LadderBound& bound : ladder.bounds)
            QCOMPARE(bound.vacuous, bound.name == "max_norm");
    }

    void nothingDroppedLosesNothing()
    {
        const Case row(QJsonObject{{QStringLiteral("logits"), QJsonArray{0, 0}},
            {QStringLiteral("values"), QJsonArray{QJsonArray{1}, QJsonArray{2}}}});
        QVERIFY(row.at(2).bounds.empty());
        QVERIFY((row.at(2).notRenormalised == core::Interval{0, 0}));
    }

    void valuesThatAreNoNumbersHaveNoBounds()
    {
        Case row(QJsonObject{{QStringLiteral("logits"), QJsonArray{0, 0}},
            {QStringLiteral("values"), QJsonArray{QJsonArray{1}, QJsonArray{2}}}});
        row.values[1] = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(row.at(1).bounds.empty());
        QVERIFY(!row.at(1).notRenormalised);
    }
};

QTEST_GUILESS_MAIN(TestOutputLadder)
#include "tst_outputladder.moc"
