// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/norm.h"

#include <algorithm>
#include <cmath>

#include "truncation/rounding.h"

namespace core {

namespace {

/// Kept well inside the range, so that the power and its inverse are both normal.
constexpr int largestExponent = 1000;

}

double norm(std::span<const double> x)
{
    double largest = 0;
    for (const double coordinate : x) {
        if (std::isnan(coordinate))
            return coordinate;
        largest = std::max(largest, std::abs(coordinate));
    }
    if (largest == 0 || std::isinf(largest))
        return largest;
    const int exponent = std::clamp(std::ilogb(largest), -largestExponent, largestExponent);
    const double scale = std::ldexp(1.0, -exponent);
    double squares = 0;
    for (const double coordinate : x)
        squares += (coordinate * scale) * (coordinate * scale);
    return std::sqrt(squares) / scale;
}

double normUpper(std::span<const double> x)
{
    return norm(x) * (1 + (static_cast<double>(x.size()) + 4) * unitRoundoff);
}

}
