// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/request.h"

#include <algorithm>

namespace core {

std::vector<std::size_t> KGrid::values(std::size_t keyCount) const
{
    std::vector<std::size_t> ks;
    const auto end = static_cast<double>(keyCount);
    for (double k = 1; k < end; k = std::max(k + 1, ratio * k))
        ks.push_back(static_cast<std::size_t>(k));
    return ks;
}

}
