// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "truncation/exponential.h"
#include "truncation/rounding.h"

namespace core {

/// cap tanh(score / cap) for a finite cap > 0; a score that is not finite stays what it is. Within softCapError of the
/// real value:
///
/// tanh|x| = (1 - e) / (1 + e), e = exp(-2|x|), x = score / cap.
///   x errs by u |x|, and |x| tanh'(x) < 0.45: 0.45 u.  e errs by 2.1 u (exponential.h), and e times the derivative
///   2 / (1 + e)^2 is at most 1/2: 1.05 u.  1 - e, 1 + e, the quotient and the product: u each, of at most 1.
///   Together 5.5 u cap. What underflows is less than 2^-1021 cap.
inline double softCapped(double score, double cap)
{
    if (!std::isfinite(score))
        return score;
    const double e = exponential(-2 * std::abs(score / cap));
    return std::copysign(cap * ((1 - e) / (1 + e)), score);
}

/// How far softCapped may be from the real value. An error of the score before passes through, at most (soundness 8).
constexpr double softCapError(double cap)
{
    return 6 * unitRoundoff * cap;
}

}
