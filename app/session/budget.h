// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "truncation/keptset.h"

namespace app {

/// What a kernel that reads whole pages of neighbouring keys has to read for a set of keys.
struct PageCount
{
    std::size_t kept = 0; ///< pages with a kept key
    std::size_t total = 0; ///< pages with a key that exists
    std::size_t keys = 0; ///< existing keys on the pages with a kept key
};

/// `keys` are those of the row in falling order of score, `kept` tells which of them are kept. Pages begin at key 0.
PageCount pagesOf(const std::vector<std::uint32_t>& keys, const core::KeptSet& kept, std::size_t pageSize);

}
