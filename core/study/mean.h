// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "base/exactsum.h"
#include "base/interval.h"

namespace core {

/// Contains the mean of `count` values whose lower and upper ends were summed; [0, 0] for none. No wider than rounding
/// outward needs (soundness 13).
Interval meanOf(const ExactSum& lowerEnds, const ExactSum& upperEnds, std::size_t count);

}
