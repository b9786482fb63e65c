// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bounds/outputerror.h"

namespace core {

/// Weights of a kept set, relative to about the largest of them instead of the row's: they stay as accurate among
/// themselves however little of the row's mass they hold, and even where they underflow beside its largest.
struct KeptWeights
{
    std::vector<std::uint32_t> places; ///< in the row, rising
    std::vector<double> weights; ///< of these
    std::optional<double> sink; ///< the sink's, kept too
    WeightError error; ///< of weights and sink
    Interval sum; ///< H: contains the sum of the exact weights, the sink's among them

    std::size_t terms() const { return weights.size() + (sink ? 1 : 0); }
};

/// Scores are exponentiated anew, less the largest kept one; without scores the weights are multiplied by a power of
/// two. The set and the sink are not both empty.
KeptWeights keptWeights(const WeightedValues& row, const KeptSet& kept);

}
