// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "bounds/outputerror.h"

namespace core {

/// o = sum p v as computed, with a sink in the denominator where there is one, relative to the value of the first key:
/// equal values are met exactly, and a common offset of all values costs nothing. The zero vector where that overflows.
std::vector<double> weightedMean(const WeightedValues& row);

/// The mean of the existing keys' values, in the same way.
std::vector<double> plainMean(const WeightedValues& row);

}
