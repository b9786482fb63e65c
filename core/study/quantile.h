// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace core {

/// Smallest value with at least `percent` of 100 of the values at or below it, so a value that occurs. `values` is not
/// empty; its order is lost.
template <typename T>
T quantile(std::vector<T>& values, std::size_t percent)
{
    const std::size_t atOrBelow = std::max<std::size_t>((values.size() * percent + 99) / 100, 1);
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(atOrBelow - 1);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

}
