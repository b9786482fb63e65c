// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/tailcurve.h"

#include <algorithm>
#include <cmath>

#include "truncation/blockedsum.h"
#include "truncation/ranking.h"

namespace core {

namespace {

/// Up to this delta it is part of the weights' relative error; beyond, sums are multiplied (soundness 8).
constexpr double smallScoreError = 0.005;
/// Differences that a producer's fp32 exp can tell from -infinity (soundness 9b).
constexpr double producerSpreadCap = 104;

/// Additions on the longest path of running sums, one value for every k.
double additionsOf(const SortedRow& row)
{
    return BlockedSum::additions(row.size()) + static_cast<double>(row.alwaysKept());
}

/// By its bits: a subnormal number compares equal to zero when the processor is set to flush.
bool isZero(double weight)
{
    return rankOf(weight) == rankOf(0);
}

/// delta of soundness 9b: what an fp32 softmax and a second rounding may change in ln p.
double producerError(const SortedRow& row)
{
    const auto firstZero = std::ranges::partition_point(row.weights, [](double weight) { return !isZero(weight); });
    const double smallest = *std::prev(firstZero);
    const double spread = std::min(producerSpreadCap, std::log(row.weights.front()) - std::log(smallest));
    return 0x1p-23 * (1.2 * spread + 8);
}

}

WeightError weightErrorOf(const SortedRow& row)
{
    WeightError error;
    error.additions = additionsOf(row);
    if (row.stored)
        return error;
    const bool small = row.scoreError <= smallScoreError;
    error.relative = std::expm1(1.001 * unitRoundoff * row.spread + (small ? row.scoreError : 0)) + 1.01 * expError;
    error.scoreError = small ? 0 : row.scoreError;
    return error;
}

WeightError roundedWeightErrorOf(const SortedRow& row)
{
    if (!row.stored || row.notNormalised)
        return weightErrorOf(row);
    return {row.format.unitRoundoff, additionsOf(row), row.format.halfSmallest, producerError(row)};
}

TailMass tailMassAt(const SortedRow& row, std::size_t k, const WeightError& error)
{
    const std::size_t kept = std::min(k, row.size());
    const bool nothingLost = kept == row.size() || (error.exact() && isZero(row.weights[kept]));
    const std::size_t dropped = nothingLost ? 0 : row.size() - kept;
    return tailMass(row.tail[kept], row.headSum(kept), dropped, kept + row.alwaysKept(), error);
}

TailMass tailMassAt(const SortedRow& row, std::size_t k)
{
    return tailMassAt(row, k, weightErrorOf(row));
}

std::size_t kEps(const SortedRow& row, double epsilon, const WeightError& error)
{
    const auto holds = [&](std::size_t k) { return tailMassAt(row, k, error).tau.upper < epsilon; };
    // Upper ends fall with k up to rounding. What is returned was itself found to hold, whatever the order of the
    // others.
    std::size_t failing = 0;
    std::size_t holding = row.size();
    while (holding - failing > 1) {
        const std::size_t middle = failing + (holding - failing) / 2;
        (holds(middle) ? holding : failing) = middle;
    }
    return holding;
}

std::size_t kEps(const SortedRow& row, double epsilon)
{
    return kEps(row, epsilon, weightErrorOf(row));
}

WeightedValues weightedValues(
    const SortedRow& row, const WeightError& error, std::span<const double> values, std::size_t dimensions)
{
    WeightedValues weighted{row.keys, row.weights, error, values, dimensions, row.sink, {}};
    if (!row.stored)
        weighted.scores = row.scores;
    return weighted;
}

}
