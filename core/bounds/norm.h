// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace core {

/// ||x||_2, scaled by a power of two so that squares neither underflow nor overflow; relative error below (d + 4) u
/// (soundness 10). Infinite or NaN where a coordinate is.
double norm(std::span<const double> x);

/// Upper end of ||x||_2: norm(x) (1 + (d + 4) u).
double normUpper(std::span<const double> x);

}
