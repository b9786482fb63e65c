// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/mean.h"

#include <cmath>
#include <limits>

namespace core {

namespace {

/// Below it the test by a fused multiplication may itself underflow.
constexpr double safelyNormal = 0x1p-900;

double dividedDown(double sum, double count)
{
    const double quotient = sum / count;
    if (quotient == 0)
        return 0;
    const bool proven = quotient > safelyNormal && std::fma(quotient, count, -sum) <= 0;
    return proven ? quotient : std::nextafter(quotient, 0.0);
}

double dividedUp(double sum, double count)
{
    const double quotient = sum / count;
    if (sum == 0)
        return 0;
    const bool proven = quotient > safelyNormal && std::fma(quotient, count, -sum) >= 0;
    return proven ? quotient : std::nextafter(quotient, std::numeric_limits<double>::infinity());
}

}

Interval meanOf(const ExactSum& lowerEnds, const ExactSum& upperEnds, std::size_t count)
{
    if (count == 0)
        return {};
    const auto n = static_cast<double>(count);
    return {dividedDown(lowerEnds.roundedDown(), n), dividedUp(upperEnds.roundedUp(), n)};
}

}
