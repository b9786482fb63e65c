// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/outputerror.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <numeric>

#include "bounds/norm.h"
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
    std::vector<core::TailMass> mass;

    explicit Case(const QJsonObject& golden)
        : Case(support::numbers(golden[QLatin1String("logits")]), golden[QLatin1String("values")].toArray())
    {
    }

    Case(const std::vector<double>& scores, const QJsonArray& rows)
        : row(support::sortedScores(scores))
        , dimensions(static_cast<std::size_t>(rows[0].toArray().size()))
    {
        for (const QJsonValue& value : rows)
            for (const double x : support::numbers(value))
                values.push_back(x);
        for (std::size_t k = 0; k <= row.size(); ++k)
            mass.push_back(core::tailMassAt(row, k));
    }

    core::WeightedValues weighted() const
    {
        return core::weightedValues(row, core::weightErrorOf(row), values, dimensions);
    }
};

bool isClose(double x, const QJsonValue& golden)
{
    const double reference = support::number(golden);
    return std::abs(x - reference) <= 1e-12 * std::abs(reference);
}

}

class TestOutputError : public QObject
{
    Q_OBJECT

private slots:
    void goldenErrorsAndBounds()
    {
        const QJsonArray cases = support::goldenFile(QStringLiteral("output_error"))[QLatin1String("cases")].toArray();
        QCOMPARE(cases.size(), 3);
        for (const QJsonValue& golden : cases) {
            const Case at(golden.toObject());
            const auto errors = core::outputErrorsOfAllK(at.weighted(), at.mass);
            const auto bounds = core::outputBounds(at.weighted(), at.mass);
            for (const QJsonValue& expected : golden[QLatin1String("per_k")].toArray()) {
                const auto k = static_cast<std::size_t>(expected[QLatin1String("k")].toInt());
                const auto exact = std::strtold(expected[QLatin1String("error")].toString().toLatin1(), nullptr);
                QVERIFY(errors.error[k].lower <= exact && exact <= errors.error[k].upper);
                QVERIFY(isClose(errors.error[k].upper, expected[QLatin1String("error")]));
                QVERIFY(isClose(errors.error[k].lower, expected[QLatin1String("error")]));
                QVERIFY(isClose(bounds.radius[k], expected[QLatin1String("bound_2R_tau_centroid")]));
                QVERIFY(isClose(bounds.variance[k], expected[QLatin1String("bound_sqrt_var")]));
                QVERIFY(bounds.radius[k] >= exact && bounds.variance[k] >= exact);
            }
            QVERIFY((errors.error[at.row.size()] == core::Interval{0, 0}));
            const std::vector<double> output = support::numbers(golden[QLatin1String("output_full")]);
            QVERIFY(std::abs(errors.outputNorm / core::norm(output) - 1) < 1e-12);
        }
    }

    void nasty_data()
    {
        QTest::addColumn<QJsonObject>("golden");
        QTest::addColumn<Subnormals>("mode");
        for (const QJsonValue& value :
            support::goldenFile(QStringLiteral("nasty_rows"))[QLatin1String("rows")].toArray()) {
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
        const auto k = static_cast<std::size_t>(golden[QLatin1String("top_k")].toInt());
        core::OutputErrors errors;
        core::OutputBounds bounds;
        {
            const support::SubnormalMode whileComputing(mode);
            const Case at(golden);
            errors = core::outputErrorsOfAllK(at.weighted(), at.mass);
            bounds = core::outputBounds(at.weighted(), at.mass);
        }
        const Decimal exact(golden[QLatin1String("output_error")].toString());
        QVERIFY(exact.isAtMost(errors.error[k].upper));
        QVERIFY(errors.error[k].lower <= exact.value());
        QVERIFY(exact.isAtMost(bounds.radius[k]));
        QVERIFY(exact.isAtMost(bounds.variance[k]));
        QVERIFY(std::isfinite(errors.error[k].upper));
    }

    void nastyErrorsStayNarrow_data()
    {
        QTest::addColumn<double>("most"); // relative
        QTest::addRow("norm_underflow") << 1e-10;
        QTest::addRow("tiny_values") << 1e-10;
        QTest::addRow("huge_values") << 1e-10;
        QTest::addRow("equality_two_keys") << 1e-10;
        QTest::addRow("offset_values_1e15") << 1e-10;
    }

    void nastyErrorsStayNarrow()
    {
        QFETCH(double, most);
        for (const QJsonValue& value :
            support::goldenFile(QStringLiteral("nasty_rows"))[QLatin1String("rows")].toArray()) {
            if (value[QLatin1String("name")].toString() != QLatin1String(QTest::currentDataTag()))
                continue;
            const Case at(value.toObject());
            const auto k = static_cast<std::size_t>(value[QLatin1String("top_k")].toInt());
            const core::Interval error = core::outputErrorsOfAllK(at.weighted(), at.mass).error[k];
            QVERIFY(error.width() <= most * error.lower);
            return;
        }
        QFAIL("no such row");
    }

    void intervalsAreAsWideAsProven_data()
    {
        QTest::addColumn<QList<double>>("scores");
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<int>("k");
        QTest::addColumn<double>("error"); // exact
        QTest::addColumn<double>("width"); // upper / exact - 1 in units of u
        // Flat rows have exact sums: what is left is the proof's own. Terms in this order: moment of the tail
        // (gamma_(|T|+2) + eps), moment of all (tau A0 (gamma_(n+2) + eps)), head (gamma_260 + eps: 4 blocks of 256),
        // combination 2 u, norm d + 4, last factor d + 32.
        constexpr double eps = 4.04;
        const QList<double> flat(1024, 0.0);
        QList<double> lastAlone;
        QList<double> halves;
        QList<double> farAway;
        for (int i = 0; i < 1024; ++i) {
            lastAlone.append(i % 2 == 0 ? 1 : -1);
            halves.append(i < 512 ? 1 : -1);
            farAway.append(i < 512 ? 1e15 : 1e15 + 0.125);
        }
        QTest::addRow("moment of all keys")
            << flat << lastAlone << 1023 << 1.0 / 1023 << (3 + eps) + (1026 + eps) + (260 + eps) + 2 + 5 + 33;
        QTest::addRow("moment of the tail")
            << flat << halves << 512 << 1.0 << (514 + eps) + (1026 + eps) + (260 + eps) + 2 + 5 + 33;
        // The centre falls on 1e15, so that g0 = 64 and tau = 1/2 (1 +- 284 u) counts; x = 32, A = A0 = 64.
        QTest::addRow("tail mass") << flat << farAway << 512 << 0.0625
                                   << 2 * (514 + eps) + (1026 + eps) + 284 * 2 + (260 + eps) + 6 + 5 + 33;
        // Far tail: eps = 1.001 D u + 4.04 u, in the moment and in the head.
        QTest::addRow("weights") << QList<double>{0, -600} << QList<double>{0, 1} << 1 << std::exp(-600.0)
                                 << (3 + eps + 600.6) + (1 + eps + 600.6) + 2 + 5 + 33;
    }

    void intervalsAreAsWideAsProven()
    {
        QFETCH(QList<double>, scores);
        QFETCH(QList<double>, values);
        QFETCH(int, k);
        QFETCH(double, error);
        QFETCH(double, width);
        QJsonArray rows;
        for (const double x : values)
            rows.append(QJsonArray{x});
        const Case at({scores.begin(), scores.end()}, rows);
        const core::Interval found =
            core::outputErrorsOfAllK(at.weighted(), at.mass).error[static_cast<std::size_t>(k)];
        const double above = (found.upper / error - 1) / core::unitRoundoff;
        QVERIFY2(std::abs(above - width) <= 0.01 * width, qPrintable(QString::number(above)));
        const double below = (1 - found.lower / error) / core::unitRoundoff;
        QVERIFY2(std::abs(below - width) <= 0.01 * width, qPrintable(QString::number(below)));
    }

    void equalValuesLoseNothing()
    {
        const Case at({1, 0.5, 0, -3},
            {QJsonArray{1e6, -7.25}, QJsonArray{1e6, -7.25}, QJsonArray{1e6, -7.25}, QJsonArray{1e6, -7.25}});
        const auto errors = core::outputErrorsOfAllK(at.weighted(), at.mass);
        for (std::size_t k = 1; k < 4; ++k)
            QVERIFY(errors.error[k].lower == 0 && errors.error[k].upper <= 1e-300);
    }

    void fewBudgetsGiveTheBytesOfAll()
    {
        QJsonArray rows;
        std::vector<double> scores;
        for (int i = 0; i < 60; ++i) {
            rows.append(QJsonArray{std::sin(i), std::cos(3.0 * i), 10 + i % 7});
            scores.push_back(3 * std::sin(7.0 * i));
        }
        const Case at(scores, rows);
        const auto all = core::outputErrorsOfAllK(at.weighted(), at.mass);
        const std::vector<std::size_t> ks{8, 60, 1, 8, 59};
        std::vector<core::KeptMass> kept;
        for (const std::size_t k : ks)
            kept.push_back({k, at.mass[k]});
        const auto few = core::outputErrors(at.weighted(), kept);
        QCOMPARE(few.outputNorm, all.outputNorm);
        QCOMPARE(few.error.size(), ks.size());
        for (std::size_t i = 0; i < ks.size(); ++i)
            QVERIFY(few.error[i] == all.error[ks[i]]);
    }

    void valuesThatAreNoNumbersGiveNone()
    {
        for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                 -std::numeric_limits<double>::infinity()}) {
            Case at({1, 0, -1}, {QJsonArray{0, 1}, QJsonArray{1, 1}, QJsonArray{2, 1}});
            at.values[3] = x;
            QVERIFY(core::outputErrorsOfAllK(at.weighted(), at.mass).error.empty());
            QVERIFY(core::outputErrors(at.weighted(), std::vector{core::KeptMass{1, at.mass[1]}}).error.empty());
            QVERIFY(std::isinf(core::outputBounds(at.weighted(), at.mass).radius[1]));
        }
    }

    void valuesOfKeysThatDoNotExistDoNotMatter()
    {
        Case at(
            {1, -std::numeric_limits<double>::infinity(), -1}, {QJsonArray{0, 1}, QJsonArray{1, 1}, QJsonArray{2, 1}});
        at.values[3] = std::numeric_limits<double>::quiet_NaN();
        const auto errors = core::outputErrorsOfAllK(at.weighted(), at.mass);
        QVERIFY(errors.error[1].contains(2 / (1 + std::exp(2.0))));
    }

    void headThatUnderflowedLeavesTheTrivialBound()
    {
        const std::vector<std::uint32_t> keys{0, 1};
        const std::vector<double> weights{1, 0};
        const std::vector<double> values{1, 5};
        const core::WeightedValues row{keys, weights, {1e-15, 1}, values, 1};
        core::TailMass mass = core::tailMass(1, 0, 1, 1, row.error);
        const auto errors = core::outputErrors(row, std::vector{core::KeptMass{1, mass}});
        QVERIFY(errors.error[0].upper >= 4 && errors.error[0].upper <= 16);
    }

    void normsNeitherUnderflowNorOverflow()
    {
        using Vector = std::vector<double>;
        QCOMPARE(core::norm(Vector{3, 4}), 5.0);
        QCOMPARE(core::norm(Vector{3e-320, 4e-320}), 5e-320);
        QCOMPARE(core::norm(Vector{3e300, -4e300}), 5e300);
        QCOMPARE(core::norm(Vector{0x1.8p1023, 0}), 0x1.8p1023);
        QCOMPARE(core::norm(Vector{0, 0}), 0.0);
        QVERIFY(std::isinf(core::norm(Vector{1, std::numeric_limits<double>::infinity()})));
        QVERIFY(std::isnan(core::norm(Vector{1, std::numeric_limits<double>::quiet_NaN()})));
        QVERIFY(core::normUpper(Vector{1, 1}) > std::sqrt(2.0));
    }
};

QTEST_GUILESS_MAIN(TestOutputError)
#include "tst_outputerror.moc"
