// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "truncation/sortedrow.h"

namespace core {

/// How far two distributions over the same keys are apart. Computed in double, not proven.
struct RowDistance
{
    double totalVariation = 0; ///< half the sum of |a - b|
    double klAB = 0; ///< KL(a || b) in nats; infinite where b is 0 and a is not
    double klBA = 0;
    double jensenShannon = 0; ///< nats, equal weights
    double hellinger = 0; ///< root of 1/2 sum (sqrt a - sqrt b)^2
    double cosine = 1; ///< of the rows as vectors, without sinks
};

/// Both rows are valid and have keys below `keyCount`. Stored probabilities are divided by their own sum; a key that
/// does not exist has probability 0, and one whose weight underflows is still known by its score. A sink is an outcome
/// of its own, the same one in both rows.
RowDistance distanceOf(const SortedRow& a, const SortedRow& b, std::size_t keyCount);

/// Jaccard index of the k best keys of each: how many are in both over how many are in one. All keys of a row that has
/// fewer.
double overlapOf(const SortedRow& a, const SortedRow& b, std::size_t k);

}
