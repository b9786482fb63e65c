// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "memoryhead.h"
#include "spectrum/allvalues.h"
#include "spectrum/leadingvalues.h"
#include "spectrum/singularvalues.h"

using namespace core;

namespace {

std::vector<double> unitVector(std::size_t size, std::uint32_t seed)
{
    std::vector<double> x = support::normalNumbers(size, 1, seed);
    double squares = 0;
    for (const double number : x)
        squares += number * number;
    for (double& number : x)
        number /= std::sqrt(squares);
    return x;
}

/// (I - 2 u u') diag(values) (I - 2 v v'): its singular values are known.
HeadMatrix withValues(std::size_t rows, std::size_t columns, const std::vector<double>& values)
{
    const auto u = unitVector(rows, 1);
    const auto v = unitVector(columns, 2);
    double inner = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        inner += u[i] * values[i] * v[i];
    HeadMatrix matrix{rows, columns, std::vector<double>(rows * columns)};
    const auto value = [&](std::size_t i) { return i < values.size() ? values[i] : 0; };
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            matrix.numbers[i * columns + j] = (i == j ? value(i) : 0)
                - 2 * u[i] * u[j < rows ? j : 0] * (j < rows ? value(j) : 0)
                - 2 * value(i) * (i < columns ? v[i] : 0) * v[j] + 4 * u[i] * inner * v[j];
    return matrix;
}

double largestOf(const std::vector<double>& x)
{
    return *std::max_element(x.begin(), x.end());
}

double furthest(const std::vector<double>& a, const std::vector<double>& b, std::size_t count)
{
    double distance = 0;
    for (std::size_t i = 0; i < count; ++i)
        distance = std::max(distance, std::abs(a[i] - b[i]));
    return distance;
}

support::MemoryHead probabilities(std::size_t rows, std::size_t columns, const std::vector<double>& numbers)
{
    return {Source::Probabilities, support::StoredNumbers(rows, columns, numbers, Element::F64)};
}

Spectrum spectrumOf(const HeadRows& head, const SpectrumRequest& request = {})
{
    ThreadPool pool(2);
    Work work{pool};
    auto spectrum = singularValues(head, request, work);
    return spectrum ? *spectrum : Spectrum{};
}

}

class TestSingularValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allOfAKnownMatrix_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("square") << 60 << 60;
        QTest::newRow("tall") << 90 << 40;
        QTest::newRow("wide") << 33 << 120;
        QTest::newRow("row") << 1 << 9;
        QTest::newRow("column") << 9 << 1;
        QTest::newRow("one") << 1 << 1;
    }
    void allOfAKnownMatrix()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        const auto size = static_cast<std::size_t>(std::min(rows, columns));
        std::vector<double> known(size);
        for (std::size_t i = 0; i < size; ++i)
            known[i] = 2 * std::pow(0.8, static_cast<double>(i / 2)); // pairs of equal ones
        const HeadMatrix matrix = withValues(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), known);
        const auto spectrum = allSingularValues(matrix, size, Progress());
        QVERIFY(spectrum);
        QCOMPARE(spectrum->values.size(), size);
        QCOMPARE(spectrum->residuals.size(), size);
        QVERIFY(furthest(spectrum->values, known, size) < 1e-14 * 10);
        QVERIFY(largestOf(spectrum->residuals) < 1e-12);
    }

    void leadingOfAKnownMatrix()
    {
        std::vector<double> known(200);
        for (std::size_t i = 0; i < known.size(); ++i)
            known[i] = 1.5 * std::pow(0.97, static_cast<double>(i / 3));
        const HeadMatrix matrix = withValues(230, 200, known);
        for (const std::size_t threads : {1U, 3U}) {
            ThreadPool pool(threads);
            Work work{pool};
            const auto spectrum = leadingSingularValues(matrix, 20, work);
            QVERIFY(spectrum);
            QCOMPARE(spectrum->values.size(), std::size_t{20});
            QVERIFY(furthest(spectrum->values, known, 20) < 1e-10);
            QVERIFY(largestOf(spectrum->residuals) < 1e-7);
        }
    }

    void leadingOfLowRank()
    {
        const HeadMatrix matrix = withValues(150, 160, {3, 1});
        ThreadPool pool(1);
        Work work{pool};
        const auto spectrum = leadingSingularValues(matrix, 8, work);
        QVERIFY(spectrum);
        QVERIFY(furthest(spectrum->values, {3, 1, 0, 0, 0, 0, 0, 0}, 8) < 1e-12);
        QVERIFY(largestOf(spectrum->residuals) < 1e-7);
    }

    void circulantHasTheAbsolutesOfItsFourierTransform()
    {
        constexpr std::size_t n = 37;
        std::vector<double> first(n);
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j)
            sum += first[j] = std::exp(-0.3 * static_cast<double>(j));
        std::vector<double> numbers(n * n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                numbers[i * n + j] = first[(j + n - i) % n] / sum;
        std::vector<double> known;
        double squares = 0;
        for (std::size_t k = 0; k < n; ++k) {
            std::complex<double> value = 0;
            for (std::size_t j = 0; j < n; ++j)
                value += first[j] / sum * std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(j * k) / n);
            known.push_back(std::abs(value));
            squares += std::norm(value);
        }
        std::sort(known.rbegin(), known.rend());
        const Spectrum spectrum = spectrumOf(probabilities(n, n, numbers));
        QVERIFY(spectrum.complete);
        QVERIFY(furthest(spectrum.values, known, n) < 1e-13);
        QVERIFY(std::abs(spectrum.frobenius - std::sqrt(squares)) < 1e-13);
        QVERIFY(std::abs(spectrum.stableRank - squares) < 1e-12); // the largest is 1
    }

    void ranksOfBlocks()
    {
        // Three groups of four rows share four keys each evenly: three values of 1, the rest 0.
        std::vector<double> numbers(144);
        for (std::size_t i = 0; i < 12; ++i)
            for (std::size_t j = 0; j < 12; ++j)
                numbers[i * 12 + j] = i / 4 == j / 4 ? 0.25 : 0;
        const Spectrum spectrum = spectrumOf(probabilities(12, 12, numbers));
        QVERIFY(std::abs(spectrum.effectiveRank - 3) < 1e-10);
        QVERIFY(std::abs(spectrum.participationRatio - 3) < 1e-12);
        QVERIFY(std::abs(spectrum.stableRank - 3) < 1e-12);
        QVERIFY(largestOf(spectrum.residuals) < 1e-12);
    }

    void rowsWithoutANumberAreZero()
    {
        std::vector<double> numbers(20, 0.25);
        std::fill_n(numbers.begin(), 4, std::nan(""));
        std::fill_n(numbers.begin() + 4, 4, 0.0);
        const Spectrum spectrum = spectrumOf(probabilities(5, 4, numbers));
        QVERIFY(std::abs(spectrum.values.front() - std::sqrt(3 * 0.25)) < 1e-14);
        QVERIFY(std::abs(spectrum.values[1]) < 1e-14);
        const Spectrum nothing = spectrumOf(probabilities(2, 2, {0, 0, 0, 0}));
        QCOMPARE(nothing.values, (std::vector<double>{0, 0}));
        QCOMPARE(nothing.stableRank, 0.0);
        QCOMPARE(nothing.effectiveRank, 0.0);
    }

    void truncatedRowsAreRenormalised()
    {
        const std::vector<double> numbers{0.5, 0.3, 0.2, 0.1, 0.2, 0.7};
        const PreparedRule one = TopK{1};
        const Spectrum spectrum = spectrumOf(probabilities(2, 3, numbers), {0, &one});
        QVERIFY(furthest(spectrum.values, {1, 1}, 2) < 1e-15);
    }

    void storedRowsKeepTheirSum()
    {
        const auto head = probabilities(1, 3, {0.25, 0.125, 0.125});
        QVERIFY(std::abs(spectrumOf(head).values.front() - std::sqrt(0.09375)) < 1e-15);
        const PreparedRule one = TopK{1};
        QVERIFY(std::abs(spectrumOf(head, {0, &one}).values.front() - 0.5) < 1e-15);
    }

    void largeMatrixIsNotComplete()
    {
        // Few keys exist, so that the test spends its time on the spectrum.
        constexpr std::size_t side = completeSpectrumLimit + 1;
        std::vector<double> scores(side * side);
        std::vector<std::uint8_t> allowed(side);
        for (std::size_t key = 0; key < side; key += 32) {
            allowed[key] = 1;
            for (std::size_t row = 0; row < side; ++row)
                scores[row * side + key] = 6 * std::sin(0.01 * static_cast<double>((row + 1) * key));
        }
        support::MemoryHead head(Source::Scores, support::StoredNumbers(side, side, scores, Element::F64));
        head.setAllowedKeys(allowed);
        const Spectrum spectrum = spectrumOf(head, {8, nullptr});
        QVERIFY(!spectrum.complete);
        QCOMPARE(spectrum.values.size(), std::size_t{8});
        QVERIFY(largestOf(spectrum.residuals) < 1e-7 * spectrum.values.front());
    }

    void stopsAndRefuses()
    {
        const auto head = support::scoreHead(40, 40, 1, 3);
        ThreadPool pool(1);
        Work stopped{pool, Progress([](double share) { return share < 0.5; })};
        QCOMPARE(singularValues(head, {}, stopped).error().code, ErrorCode::Cancelled);
        Work small{pool, {}, {1000}};
        const auto refused = singularValues(head, {}, small);
        QCOMPARE(refused.error().code, ErrorCode::TooLarge);
    }
};

QTEST_APPLESS_MAIN(TestSingularValues)
#include "tst_singularvalues.moc"
