// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "truncation/exponential.h"

namespace core {

/// Constants of the error analysis in double, round to nearest (soundness, conventions and 1 to 4).

/// u: relative error of one operation.
inline constexpr double unitRoundoff = 0x1p-53;
/// MIN, the smallest normal double: what a flushed or underflowed operation may lose.
inline constexpr double smallestNormal = 0x1p-1022;
/// E: relative error of weightOf, nearly twice what exponential.h proves; leaves room for other exps (soundness 2).
inline constexpr double expError = 4 * unitRoundoff;
/// Beyond this difference a weight is below the double range; differences are capped here before u * D is formed.
inline constexpr double spreadCap = 745.2;

/// gamma_h = h u / (1 - h u): relative error of a sum of non-negative terms with at most h additions above each term.
constexpr double gammaOf(double additions)
{
    return additions * unitRoundoff / (1 - additions * unitRoundoff);
}

/// exp(score - maximum), from the computed difference, which is <= 0; the one place where weights are made (soundness
/// 2).
inline double weightOf(double difference)
{
    return exponential(difference);
}

}
