// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "base/interval.h"
#include "truncation/preparedrule.h"

namespace core {

/// Which `count` of some values are the largest, the earlier of equal ones, where each is known to lie in an interval.
/// Kept: fewer than `count` others can be ahead. Dropped: `count` others are ahead for certain. Undecided ones are
/// shown by the middles of their intervals, so that `count` values (or all) are shown as kept.
std::vector<Membership> largestOf(const std::vector<Interval>& values, std::size_t count);

}
