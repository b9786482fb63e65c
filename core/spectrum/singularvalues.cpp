// SPDX-License-Identifier: GPL-3.0-or-later
#include "spectrum/singularvalues.h"

#include <algorithm>
#include <cmath>

#include "base/memoryguard.h"
#include "spectrum/allvalues.h"
#include "spectrum/headmatrix.h"
#include "spectrum/leadingvalues.h"

namespace core {

namespace {

constexpr std::size_t defaultTop = 32;

double frobeniusOf(const HeadMatrix& matrix)
{
    double squares = 0;
    for (std::size_t row = 0; row < matrix.rows; ++row) {
        double rowSquares = 0;
        for (std::size_t column = 0; column < matrix.columns; ++column) {
            const double number = matrix.numbers[row * matrix.columns + column];
            rowSquares += number * number;
        }
        squares += rowSquares;
    }
    return std::sqrt(squares);
}

/// exp of the entropy of the normalised singular values.
double effectiveRankOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    double entropy = 0;
    for (const double value : values)
        if (value > 0)
            entropy -= value / sum * std::log(value / sum);
    return sum == 0 ? 0 : std::exp(entropy);
}

double participationRatioOf(const std::vector<double>& values)
{
    double squares = 0;
    double fourths = 0;
    for (const double value : values) {
        squares += value * value;
        fourths += value * value * value * value;
    }
    return fourths == 0 ? 0 : squares * squares / fourths;
}

Result<Spectrum> valuesOf(const HeadMatrix& matrix, std::size_t top, Work& work)
{
    const std::size_t least = matrix.leastSide();
    if (least > completeSpectrumLimit)
        return leadingSingularValues(matrix, std::min(top == 0 ? defaultTop : top, least / 4), work);
    if (least == 0)
        return Spectrum{};
    const bool all = top == 0 || least <= completeResidualLimit;
    return allSingularValues(matrix, all ? least : top, work.progress);
}

Result<Spectrum> spectrumOf(const HeadRows& head, const SpectrumRequest& request, Work& work)
{
    Work reading{work.pool, work.progress.part(0, 0.2), work.memory};
    const auto matrix = headMatrix(head, request.kept, reading);
    if (!matrix)
        return tl::unexpected(matrix.error());
    Work computing{work.pool, work.progress.part(0.2, 0.8), work.memory};
    auto spectrum = valuesOf(*matrix, request.top, computing);
    if (!spectrum)
        return spectrum;
    spectrum->frobenius = frobeniusOf(*matrix);
    const double largest = spectrum->values.empty() ? 0 : spectrum->values.front();
    const double share = largest == 0 ? 0 : spectrum->frobenius / largest;
    spectrum->stableRank = share * share;
    spectrum->complete = matrix->leastSide() <= completeSpectrumLimit;
    if (spectrum->complete) {
        spectrum->effectiveRank = effectiveRankOf(spectrum->values);
        spectrum->participationRatio = participationRatioOf(spectrum->values);
    }
    return spectrum;
}

}

Result<Spectrum> singularValues(const HeadRows& head, const SpectrumRequest& request, Work& work)
{
    return withMemoryGuard([&] { return spectrumOf(head, request, work); });
}

}
