// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/blockmass.h"

#include <QtTest>

#include <cmath>
#include <limits>

#include "flushsubnormals.h"
#include "goldenfile.h"
#include "real.h"
#include "search/largestvariance.h"
#include "truncation/rounding.h"

using support::Decimal;
using support::Real;
using support::Subnormals;
Q_DECLARE_METATYPE(support::Subnormals)

namespace {

core::BlockScores scoresOf(const QJsonObject& golden)
{
    core::BlockScores scores;
    scores.upper = support::number(golden[QLatin1String("upper")]);
    scores.lower = support::number(golden[QLatin1String("lower")]);
    scores.mean = support::number(golden[QLatin1String("mean")]);
    scores.variance = support::number(golden[QLatin1String("variance")]);
    scores.count = static_cast<std::size_t>(golden[QLatin1String("n")].toInt());
    return scores;
}

/// Not below the value, and above it by no more than the arguments' rounding explains; beyond the range: no bound.
bool isTight(double mass, const Decimal& exact, const core::BlockScores& scores, double reference)
{
    if (!exact.isAtMost(mass))
        return false;
    if (exact.value() > std::numeric_limits<double>::max())
        return std::isinf(mass);
    const double arguments =
        std::abs(scores.upper) + std::abs(reference) + (std::isfinite(scores.lower) ? std::abs(scores.lower) : 0);
    const long double slack = 1e-10L + 16 * core::unitRoundoff * arguments;
    return mass <= exact.value() * (1 + slack) + (static_cast<double>(scores.count) + 1) * core::smallestNormal;
}

}

class TestBlockMass : public QObject
{
    Q_OBJECT

private slots:
    void nasty_data()
    {
        QTest::addColumn<QJsonObject>("golden");
        QTest::addColumn<Subnormals>("mode");
        for (const QJsonValue& value :
            support::goldenFile(QStringLiteral("nasty_rows"))[QLatin1String("rows")].toArray()) {
            const QJsonObject row = value.toObject();
            if (row[QLatin1String("kind")].toString() != QLatin1String("block_mass"))
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
        const auto scores = scoresOf(golden);
        const double reference = golden[QLatin1String("reference")].toDouble();
        double plain = 0;
        double mean = 0;
        double bennett = 0;
        {
            const support::SubnormalMode whileComputing(mode);
            plain = core::massUpper(scores, scores.count, reference, core::MassBound::Plain);
            mean = core::massUpper(scores, scores.count, reference, core::MassBound::EdmundsonMadansky);
            bennett = core::massUpper(scores, scores.count, reference, core::MassBound::Bennett);
        }
        const auto decimal = [&](const char* name) { return Decimal(golden[QLatin1String(name)].toString()); };
        QVERIFY(isTight(plain, decimal("plain"), scores, reference));
        QVERIFY(isTight(mean, decimal("edmundson_madansky"), scores, reference));
        QVERIFY(isTight(bennett, decimal("bennett"), scores, reference));
        QVERIFY(decimal("true_mass").isAtMost(bennett));
    }

    void nothingKnownBoundsNothing()
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const core::BlockScores unknown{infinity, -infinity, infinity, infinity, 4};
        for (const auto bound : {core::MassBound::Plain, core::MassBound::EdmundsonMadansky, core::MassBound::Bennett})
            QCOMPARE(core::massUpper(unknown, 4, 0, bound), infinity);
    }

    void aPartOfABlockWeighsAtMostTheBlock()
    {
        const core::BlockScores scores{10, -10, -9, 1, 16};
        const double whole = core::massUpper(scores, 16, 0, core::MassBound::Bennett);
        QCOMPARE(core::massUpper(scores, 15, 0, core::MassBound::Bennett), whole);
        const double one = core::massUpper(scores, 1, 0, core::MassBound::Plain);
        QVERIFY(std::abs(one / std::exp(10.0) - 1) < 1e-12);
    }

    /// Power iteration that starts at (1, 1) finds 0.01 here, and never the eigenvalue 9 of (1, -1).
    void varianceIsTheLargestEigenvalue()
    {
        const double numbers[4][2] = {{3, -3}, {-3, 3}, {0.1, 0.1}, {-0.1, -0.1}};
        const std::vector<const double*> keys{numbers[0], numbers[1], numbers[2], numbers[3]};
        const std::vector<float> centre{0, 0};
        const double variance = core::largestVarianceUpper(keys, centre);
        QVERIFY(variance >= 9 && variance <= 9 * (1 + 1e-13));
    }

    void varianceIsNeverBelowAnyDirection()
    {
        std::uint64_t state = 7;
        const auto next = [&] {
            state = state * 6364136223846793005U + 1442695040888963407U;
            return static_cast<double>(state >> 11U) * 0x1p-53 - 0.5;
        };
        for (const std::size_t dimensions : {1U, 2U, 7U, 40U})
            for (const std::size_t count : {1U, 3U, 16U, 64U}) {
                std::vector<double> numbers(dimensions * count);
                for (double& number : numbers)
                    number = next();
                std::vector<const double*> keys;
                for (std::size_t j = 0; j < count; ++j)
                    keys.push_back(numbers.data() + j * dimensions);
                const std::vector<float> centre(dimensions, 0);
                const double upper = core::largestVarianceUpper(keys, centre);
                // Rayleigh quotients of a power iteration rise to the largest eigenvalue from below.
                std::vector<Real> direction(dimensions);
                for (Real& x : direction)
                    x = Real(1 + next());
                Real quotient;
                for (int step = 0; step < 60; ++step) {
                    std::vector<Real> image(dimensions);
                    for (const double* key : keys) {
                        Real along;
                        for (std::size_t c = 0; c < dimensions; ++c)
                            along += direction[c] * Real(key[c]);
                        for (std::size_t c = 0; c < dimensions; ++c)
                            image[c] += along * Real(key[c]) / Real(static_cast<double>(count));
                    }
                    Real product;
                    Real square;
                    for (std::size_t c = 0; c < dimensions; ++c) {
                        product += image[c] * direction[c];
                        square += direction[c] * direction[c];
                    }
                    quotient = product / square;
                    direction = image;
                }
                QVERIFY(quotient <= Real(upper));
                QVERIFY(dimensions > 7 || Real(upper) <= quotient * Real(1.05));
            }
    }
};

QTEST_GUILESS_MAIN(TestBlockMass)
#include "tst_blockmass.moc"
