// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/sortedrow.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "goldenfile.h"
#include "rowbatches.h"
#include "truncation/ranking.h"
#include "truncation/softcap.h"

using core::Element;
using core::RowState;
using Keys = std::vector<std::uint32_t>;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

std::vector<double> randomNumbers(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution normal(0.0, 3.0);
    std::vector<double> numbers(count);
    for (double& x : numbers)
        x = normal(random);
    return numbers;
}

}

class TestSortedRow : public QObject
{
    Q_OBJECT

private slots:
    void keysFallWithLowerIndexFirst()
    {
        QCOMPARE(support::sortedScores({1, 3, 3, -2, 3, 0.5}).keys, (Keys{1, 2, 4, 0, 5, 3}));
    }

    void bothZerosAreEqual()
    {
        QCOMPARE(support::sortedScores({-0.0, 0.0, -0.0, -1}, Element::F16).keys, (Keys{0, 1, 2, 3}));
        QCOMPARE(support::sortedScores({-1, 0.0, -0.0}).keys, (Keys{1, 2, 0}));
    }

    void orderAgreesWithAStableSort_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<Element>("element");
        for (const int count : {1, 2, 47, 48, 49, 1000, 5000})
            for (const Element element : {Element::F64, Element::F32, Element::F16, Element::BF16})
                QTest::addRow("%d keys of %s", count, core::nameOf(element).data()) << count << element;
    }

    void orderAgreesWithAStableSort()
    {
        QFETCH(int, count);
        QFETCH(Element, element);
        const support::Matrix matrix(
            randomNumbers(static_cast<std::size_t>(count), 11), static_cast<std::size_t>(count), element);
        core::SortedRow row;
        core::sortRow(support::storedBatch(matrix, core::Source::Scores), 0, row);
        std::vector<double> scores(static_cast<std::size_t>(count));
        matrix.stored().decodeRow(0, scores.data());
        Keys keys(scores.size());
        std::iota(keys.begin(), keys.end(), 0);
        std::ranges::stable_sort(keys, std::ranges::greater{}, [&](std::uint32_t key) { return scores[key]; });
        QCOMPARE(row.keys, keys);
        for (std::size_t i = 0; i < row.size(); ++i)
            QCOMPARE(row.scores[i], scores[row.keys[i]]);
    }

    void orderComesFromScoresNotWeights()
    {
        // Both weights are 0 in double; the scores still differ.
        QCOMPARE(support::sortedScores({-900, 0, -800}).keys, (Keys{1, 2, 0}));
        QCOMPARE(support::sortedScores({-900, 0, -800}).weights, (std::vector<double>{1, 0, 0}));
    }

    void sumsRunFromTheSmallAndFromTheLargeEnd()
    {
        const auto row = support::sortedProbabilities({0.25, 0.5, 0x1p-60, 0.25}, Element::F64);
        QCOMPARE(row.weights, (std::vector<double>{0.5, 0.25, 0.25, 0x1p-60}));
        QCOMPARE(row.tail, (std::vector<double>{1, 0.5, 0.25, 0x1p-60, 0}));
        QCOMPARE(row.head, (std::vector<double>{0, 0.5, 0.75, 1, 1}));
    }

    void specialValuesDecideTheState_data()
    {
        QTest::addColumn<QList<double>>("numbers");
        QTest::addColumn<core::Source>("measure");
        QTest::addColumn<RowState>("state");
        QTest::addColumn<int>("keys");
        const auto scores = core::Source::Scores;
        const auto probabilities = core::Source::Probabilities;
        QTest::addRow("ordinary scores") << QList<double>{1, 2} << scores << RowState::Valid << 2;
        QTest::addRow("-inf is no key") << QList<double>{-infinity, 2, -infinity} << scores << RowState::Valid << 1;
        QTest::addRow("no key left") << QList<double>{-infinity, -infinity} << scores << RowState::Masked << 0;
        QTest::addRow("+inf") << QList<double>{0, infinity} << scores << RowState::Undefined << 0;
        QTest::addRow("NaN") << QList<double>{0, notANumber} << scores << RowState::Undefined << 0;
        QTest::addRow("NaN beside -inf") << QList<double>{notANumber, -infinity} << scores << RowState::Undefined << 0;
        QTest::addRow("finite mask values") << QList<double>{0, -1e4, -65504} << scores << RowState::Valid << 3;
        QTest::addRow("ordinary probabilities") << QList<double>{0.5, 0, 0.5} << probabilities << RowState::Valid << 3;
        QTest::addRow("negative probability") << QList<double>{1.5, -0.5} << probabilities << RowState::Undefined << 0;
        QTest::addRow("infinite probability")
            << QList<double>{1, infinity} << probabilities << RowState::Undefined << 0;
        QTest::addRow("-inf probability") << QList<double>{1, -infinity} << probabilities << RowState::Undefined << 0;
        QTest::addRow("NaN probability") << QList<double>{1, notANumber} << probabilities << RowState::Undefined << 0;
        QTest::addRow("all zero") << QList<double>{0, -0.0} << probabilities << RowState::Zero << 0;
    }

    void specialValuesDecideTheState()
    {
        QFETCH(QList<double>, numbers);
        QFETCH(core::Source, measure);
        QFETCH(RowState, state);
        QFETCH(int, keys);
        const support::Matrix matrix({numbers.begin(), numbers.end()}, static_cast<std::size_t>(numbers.size()));
        core::SortedRow row = support::sortedScores({9, 8, 7, 6, 5}); // what an earlier row left behind
        core::sortRow(support::storedBatch(matrix, measure), 0, row);
        QCOMPARE(row.state, state);
        QCOMPARE(row.size(), std::size_t(state == RowState::Valid ? keys : 0));
        if (state != RowState::Valid)
            QVERIFY(row.weights.empty() && row.tail.empty() && row.head.empty());
    }

    void onlyAllowedKeysAreLookedAt()
    {
        const support::Matrix matrix({notANumber, 5, 1, 2, infinity}, 5);
        core::RowBatch batch = support::storedBatch(matrix, core::Source::Scores);
        batch.allowed.ranges[0] = {1, 4};
        core::SortedRow row;
        core::sortRow(batch, 0, row);
        QCOMPARE(row.state, RowState::Valid);
        QCOMPARE(row.keys, (Keys{1, 3, 2}));

        batch.allowed.ranges[0] = {0, 5};
        batch.allowed.keys =
            std::make_shared<const std::vector<std::uint8_t>>(std::vector<std::uint8_t>{0, 0, 1, 1, 0});
        core::sortRow(batch, 0, row);
        QCOMPARE(row.keys, (Keys{3, 2}));

        batch.allowed.ranges[0] = {2, 2};
        core::sortRow(batch, 0, row);
        QCOMPARE(row.state, RowState::Masked);
    }

    void sumOfProbabilitiesIsChecked()
    {
        const auto normalised = [](const std::vector<double>& numbers, Element element) {
            return !support::sortedProbabilities(numbers, element).notNormalised;
        };
        QVERIFY(normalised({0.5, 0.5}, Element::F32));
        QVERIFY(normalised({0.5, 0.4998}, Element::F16));
        QVERIFY(!normalised({0.5, 0.4998}, Element::F32));
        QVERIFY(!normalised({0.5, 0.498}, Element::F16));
        QVERIFY(normalised({0.5, 0.498}, Element::BF16));
        QVERIFY(!normalised({0.75, 0.75}, Element::BF16));
        QVERIFY(!normalised({1 + 0x1p-23, 0}, Element::F32)); // its sum alone would pass
        QVERIFY(!support::sortedScores({0, 0}).notNormalised);
    }

    void sumIsOverAllowedKeysOnly()
    {
        const support::Matrix matrix({0.5, 0.5, 0.25}, 3, Element::F32);
        core::RowBatch batch = support::storedBatch(matrix, core::Source::Probabilities);
        batch.allowed.ranges[0] = {0, 2};
        core::SortedRow row;
        core::sortRow(batch, 0, row);
        QVERIFY(!row.notNormalised);
        QCOMPARE(row.tail[0], 1.0);
    }

    void computedScoresLieWithinTheirError()
    {
        int checked = 0;
        for (const QJsonValue& value :
            support::goldenFile(QStringLiteral("nasty_rows"))[QLatin1String("rows")].toArray()) {
            const QJsonObject golden = value.toObject();
            if (golden[QLatin1String("kind")].toString() != QLatin1String("dot"))
                continue;
            const auto query = support::numbers(golden[QLatin1String("query")]);
            const Element element = support::elementNamed(golden[QLatin1String("format")].toString().toStdString());
            const support::Matrix queries(query, query.size(), element);
            const support::Matrix keys(support::numbers(golden[QLatin1String("key")]), query.size(), element);
            core::SortedRow row;
            core::sortRow(support::factorBatch(queries, keys, 1 / std::sqrt(double(query.size()))), 0, row);
            const long double exact =
                std::strtold(golden[QLatin1String("scaled")].toString().toLatin1().data(), nullptr);
            const double error = support::number(golden[QLatin1String("delta_double")]);
            QVERIFY(std::abs(static_cast<double>(row.scores[0] - exact)) <= row.scoreError);
            QVERIFY(std::abs(row.scoreError / error - 1) < 1e-5);
            ++checked;
        }
        QCOMPARE(checked, 4);
    }

    void overflownScoreIsUndefined()
    {
        const support::Matrix queries({1e200, 1e200}, 2);
        const support::Matrix keys({1e200, 1, 1, 1}, 2);
        core::SortedRow row;
        core::RowBatch batch = support::factorBatch(queries, keys, 1);
        core::sortRow(batch, 0, row);
        QCOMPARE(row.state, RowState::Undefined);
        std::get<core::FactorRows>(batch.data).softCap = 50; // which would make it a number
        core::sortRow(batch, 0, row);
        QCOMPARE(row.state, RowState::Undefined);
    }

    /// Against the C library's tanh in long double, over all magnitudes from nothing to saturation.
    void softCapsLieWithinTheirError()
    {
        double worst = 0;
        for (const double cap : {0.3, 30.0, 50.0, 1e10}) {
            const double error = core::softCapError(cap);
            for (int i = -40000; i <= 40000; ++i) {
                const double score = std::copysign(cap * std::exp(std::abs(i) / 1000.0 - 36), i);
                const long double exact = static_cast<long double>(cap)
                    * std::tanh(static_cast<long double>(score) / static_cast<long double>(cap));
                const auto off = static_cast<double>(std::abs(exact - core::softCapped(score, cap)));
                QVERIFY(off <= error * 0.99);
                worst = std::max(worst, off / error);
            }
        }
        QVERIFY(worst > 0.2); // the error is no idle bound
        QCOMPARE(core::softCapped(0, 50), 0.0);
        QCOMPARE(core::softCapped(1e308, 50), 50.0);
        QCOMPARE(core::softCapped(-1e308, 0.5), -0.5);
        QVERIFY(std::isnan(core::softCapped(std::nan(""), 50)) && std::isinf(core::softCapped(INFINITY, 50)));
    }

    /// Both ways to compute scores cap them, and say how far they may be off.
    void cappedRows()
    {
        const support::Matrix queries(randomNumbers(17, 3), 17, Element::F32);
        const support::Matrix keys(randomNumbers(60 * 17, 4), 17, Element::F16);
        core::RowBatch batch = support::factorBatch(queries, keys, 0.05);
        core::SortedRow plain, capped, decoded;
        core::sortRow(batch, 0, plain);
        std::get<core::FactorRows>(batch.data).softCap = 3;
        core::sortRow(batch, 0, capped);
        core::sortRow(batch, 0, core::decoded(keys.stored(), core::MatrixOrder::ByColumn), decoded);
        QCOMPARE(capped.scores, decoded.scores);
        QCOMPARE(capped.keys, plain.keys);
        for (std::size_t i = 0; i < plain.size(); ++i)
            QVERIFY(std::abs(capped.scores[i] - 3 * std::tanh(plain.scores[i] / 3)) < 4e-15);
        QCOMPARE(capped.scoreError, plain.scoreError + core::softCapError(3));
    }

    void keysDecodedBeforehandGiveTheSameBytes()
    {
        const support::Matrix queries(randomNumbers(3 * 17, 1), 17, Element::F32);
        const support::Matrix keys(randomNumbers(200 * 17, 2), 17, Element::F16);
        core::RowBatch batch = support::factorBatch(queries, keys, 0.25);
        batch.allowed.ranges = {{0, 200}, {0, 1}, {37, 180}};
        const core::DecodedMatrix decoded = core::decoded(keys.stored(), core::MatrixOrder::ByColumn);
        for (std::size_t i = 0; i < 3; ++i) {
            core::SortedRow plain, fast;
            core::sortRow(batch, i, plain);
            core::sortRow(batch, i, decoded, fast);
            QCOMPARE(plain.state, RowState::Valid);
            QCOMPARE(fast.keys, plain.keys);
            QCOMPARE(fast.scores, plain.scores);
            QCOMPARE(fast.tail, plain.tail);
            QCOMPARE(fast.scoreError, plain.scoreError);
            QCOMPARE(fast.spread, plain.spread);
        }
    }

    void ranksComeBackAsScores()
    {
        for (const double x : {0.0, 1.0, -1.0, 5e-324, -5e-324, 1.7e308, -1.7e308, 0.1, -0.1})
            QCOMPARE(core::scoreOf(core::rankOf(x)), x);
        QVERIFY(!std::signbit(core::scoreOf(core::rankOf(-0.0))));
    }

    void spreadIsCapped()
    {
        QCOMPARE(support::sortedScores({3, 1, -2}).spread, 5.0);
        QCOMPARE(support::sortedScores({1e30, -1e30}).spread, 745.2);
        QCOMPARE(support::sortedScores({1.7e308, -1.7e308}).spread, 745.2);
    }
};

QTEST_GUILESS_MAIN(TestSortedRow)
#include "tst_sortedrow.moc"
