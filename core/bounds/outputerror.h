// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bounds/tailmass.h"
#include "truncation/keptset.h"
#include "truncation/sortedrow.h"

namespace core {

/// A row and the values that it mixes: `keys` and `weights` in falling order of score, as in SortedRow; value c of key
/// j is values[j * dimensions + c], for every key of the head.
struct WeightedValues
{
    std::span<const std::uint32_t> keys;
    std::span<const double> weights;
    WeightError error;
    std::span<const double> values;
    std::size_t dimensions = 0;
    std::optional<SinkKey> sink = {}; ///< a virtual key of value 0 that is always kept
    std::span<const double> scores = {}; ///< in the same order; empty where the weights are stored probabilities
};

/// A kept set and its tail mass. Not empty, unless there is a sink: then it is that of the output 0.
struct KeptMass
{
    KeptSet kept;
    TailMass mass;
};

/// ||o_S - o||_2 for some kept sets of one row.
struct OutputErrors
{
    double outputNorm = 0; ///< ||o||_2 as computed; not proven
    /// One per kept set that was asked for; empty where a value is not finite or sums leave the double range. An upper
    /// end of more than twice the lower one and of more than tau times the values' mean distance from o is cut by
    /// OutputBounds.
    std::vector<Interval> error;
};

/// An error's upper end over ||o|| as computed; infinite where o is 0 and the error may not be.
inline double relativeError(const Interval& error, double outputNorm)
{
    return error.upper == 0 ? 0 : error.upper / outputNorm;
}

/// Output errors of the kept sets given; keeps only their sums (soundness 11). O(n d). As narrow beside the values'
/// own distances for a set that keeps next to none of the mass as for any other.
OutputErrors outputErrors(const WeightedValues& row, std::span<const KeptMass> kept);

/// Output errors of every k; `mass` is [k], k = 0 ... n, and so is the answer, whose place 0 is meaningless without a
/// sink. O(n d).
OutputErrors outputErrorsOfAllK(const WeightedValues& row, std::span<const TailMass> mass);

/// Cheaper upper bounds on the output error, for every k from 0 to n (theory 2.5, soundness 10).
struct OutputBounds
{
    std::vector<double> radius; ///< 2 R tau, R = largest distance of a value from their plain mean
    std::vector<double> variance; ///< sqrt(tau / (1 - tau) Var); infinite where nothing is kept
};

/// `mass` is [k], k = 0 ... n, or of any kept sets: then so is the answer. O(n d). Infinite where a value is not
/// finite.
OutputBounds outputBounds(const WeightedValues& row, std::span<const TailMass> mass);

}
