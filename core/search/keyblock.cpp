// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/keyblock.h"

#include <algorithm>
#include <cmath>

#include "bounds/norm.h"
#include "search/largestvariance.h"
#include "search/narrowed.h"
#include "truncation/rounding.h"

namespace core {

namespace {

using Rows = std::vector<const double*>;

void takeBox(const Rows& rows, std::size_t dimensions, KeyBlock& block)
{
    block.least.assign(rows.front(), rows.front() + dimensions);
    block.most = block.least;
    for (const double* row : rows)
        for (std::size_t c = 0; c < dimensions; ++c) {
            block.least[c] = std::min(block.least[c], row[c]);
            block.most[c] = std::max(block.most[c], row[c]);
        }
}

/// ec_c = gamma_(n_b + 1) mean |k_c| + |c^_c - c_c| (soundness 12).
void takeCentre(const Rows& rows, std::size_t dimensions, KeyBlock& block)
{
    const auto count = static_cast<double>(rows.size());
    std::vector<double> sums(dimensions);
    std::vector<double> magnitudes(dimensions);
    for (const double* row : rows)
        for (std::size_t c = 0; c < dimensions; ++c) {
            sums[c] += row[c];
            magnitudes[c] += std::abs(row[c]);
        }
    std::vector<double> errors(dimensions);
    block.centre.resize(dimensions);
    for (std::size_t c = 0; c < dimensions; ++c) {
        const double mean = sums[c] / count;
        block.centre[c] = narrowed(mean);
        errors[c] =
            gammaOf(count + 4) * (magnitudes[c] / count) + std::abs(block.centre[c] - mean) + 4 * smallestNormal;
    }
    block.centreError = normUpper(errors) * (1 + 8 * unitRoundoff);
}

/// Lets NaN through, which std::max would drop.
double larger(double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
        return a + b;
    return std::max(a, b);
}

void takeLengths(const Rows& rows, std::size_t dimensions, KeyBlock& block)
{
    std::vector<double> difference(dimensions);
    for (const double* row : rows) {
        for (std::size_t c = 0; c < dimensions; ++c)
            difference[c] = row[c] - block.centre[c];
        const double underflow = static_cast<double>(dimensions) * smallestNormal;
        block.radius = larger(normUpper(difference) * (1 + 8 * unitRoundoff) + underflow, block.radius);
        block.largestNorm =
            larger(normUpper({row, dimensions}) * (1 + 8 * unitRoundoff) + underflow, block.largestNorm);
    }
}

KeyBlock blockOf(const DecodedMatrix& keys, std::span<const std::uint8_t> exists, KeyRange range)
{
    KeyBlock block;
    block.range = range;
    Rows rows;
    for (std::size_t key = range.begin; key < range.end; ++key)
        if (exists.empty() || exists[key] != 0)
            rows.push_back(keys.numbers.data() + key * keys.columns);
    block.count = rows.size();
    if (rows.empty())
        return block;
    takeBox(rows, keys.columns, block);
    takeCentre(rows, keys.columns, block);
    takeLengths(rows, keys.columns, block);
    block.variance = largestVarianceUpper(rows, block.centre);
    return block;
}

}

std::vector<KeyBlock> keyBlocks(const DecodedMatrix& keys, std::span<const std::uint8_t> exists, std::size_t length)
{
    std::vector<KeyBlock> blocks;
    for (std::size_t begin = 0; begin < keys.rows; begin += std::min(length, keys.rows - begin))
        blocks.push_back(blockOf(keys, exists, {begin, begin + std::min(length, keys.rows - begin)}));
    return blocks;
}

}
