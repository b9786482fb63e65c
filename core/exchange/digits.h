// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace core {

/// 0.d1 d2 d3 ... x 10^(exponent + 1), without zeros at either end; zero has no digits.
struct Digits
{
    std::string digits;
    int exponent = 0;
};

// Of finite doubles from 0 up.
Digits exactDigits(double magnitude);
Digits shortestDigits(double magnitude); ///< the fewest that give the same double again
Digits nearestDigits(double magnitude, int count); ///< at most `count`, from 1 up; ties to even

Digits cut(const Digits& exact, std::size_t count); ///< the first `count` digits, towards zero
Digits raised(const Digits& exact, std::size_t count); ///< the first `count` digits, away from zero

}
