// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/interval.h"
#include "bounds/tailmass.h"
#include "truncation/sortedrow.h"

namespace core {

/// One rung of a ladder of bounds: an upper bound that reads less than the whole row, or less than all values.
struct LadderBound
{
    std::string_view name; ///< "single_gap"; the key in documents
    std::string_view assumption; ///< what it reads and supposes, in words
    Bound bound;
    bool vacuous = false; ///< says no more here than what holds for every row
};

/// Keys in one block of the blockwise bounds.
inline constexpr std::size_t ladderBlock = 16;

/// Upper bounds on the tail mass of a valid row's k largest keys, from cheaper knowledge than its interval (theory 2.2
/// to 2.4, soundness 10), loosest first: `single_gap_ratio` (tail over head, so at most 1 or vacuous), `single_gap`,
/// `multi_gap` (dyadic), `sorted_blocks`, `positional_blocks`; of scores also both with Jensen's lower side,
/// `sorted_blocks_mean` and `positional_blocks_mean`. Blocks are `block` consecutive keys, of the sorted row or by
/// position; kept and dropped keys of one block count apart.
///
/// A sink is known to all but the first two, which hold without it.
///
/// Vacuous: not below (n - k) / n, which holds for the largest keys of every row; the ratio: not below 1. `error` is
/// one of weightErrorOf and roundedWeightErrorOf. Empty when k is 0, keeps all, or drops zeros only.
std::vector<LadderBound> tailMassLadder(
    const SortedRow& row, std::size_t k, const WeightError& error, std::size_t block = ladderBlock);

}
