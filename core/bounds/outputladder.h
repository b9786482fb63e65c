// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "bounds/ladder.h"
#include "bounds/outputerror.h"

namespace core {

/// Upper bounds on the output error ||o_S - o|| of one kept set (theory 2.5, soundness 10), and an error of another
/// kind.
struct OutputLadder
{
    /// `max_norm` 2 C tau, `diameter` tau diam, `radius` 2 R tau around the plain mean, `box` and `variance`. Vacuous:
    /// not below 2 R, which holds whatever the scores are. Empty where nothing is dropped or a value is not finite.
    std::vector<LadderBound> bounds;
    std::size_t smallest = 0; ///< place in `bounds`
    /// ||sum over the dropped keys of p_j v_j||: what is lost when kept probabilities are not divided by their sum.
    /// Another quantity than the output error, never to be mixed with it. Absent where sums leave the double range.
    std::optional<Interval> notRenormalised;
};

/// Of any kept set; `all` is the tail mass that keeps nothing. O(kept (n - kept) d): the diameter is left
/// out where that is beyond `diameterLimit`.
OutputLadder outputLadder(const WeightedValues& row, const KeptMass& kept, const TailMass& all);

inline constexpr double diameterLimit = 0x1p30; ///< multiplications

}
