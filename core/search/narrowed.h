// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <limits>

namespace core {

/// x as a float; infinite beyond the range of float, NaN where x is.
inline float narrowed(double x)
{
    constexpr double largest = std::numeric_limits<float>::max();
    if (std::abs(x) > largest)
        return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(std::signbit(x) ? -1 : 1));
    return static_cast<float>(x);
}

/// A float that is not below x.
inline float narrowedUp(double x)
{
    const float nearest = narrowed(x);
    return nearest < x ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

/// A float that is not above x.
inline float narrowedDown(double x)
{
    return -narrowedUp(-x);
}

}
