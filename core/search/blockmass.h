// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "search/blockscores.h"

namespace core {

/// Beyond this difference to the reference a weight is not bounded.
inline constexpr double largestArgument = 700;

/// exp(x) for x <= 700 within the error E of soundness 2: the project's exp, or the inverse of it.
double weightRelativeTo(double reference, double score);

enum class MassBound {
    Plain, ///< every key at the upper end
    EdmundsonMadansky, ///< as far apart as the mean score allows
    Bennett, ///< as far apart as mean and variance allow
};

/// Upper end of sum exp(s_j - reference) over the `visible` ones of a block's keys (theory 11.1, soundness 12);
/// infinite where nothing is proven. Mean and variance are of the whole block, so what they give bounds its whole mass,
/// and any part of it.
double massUpper(const BlockScores& scores, std::size_t visible, double reference, MassBound bound);

}
