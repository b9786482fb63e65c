// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "verify/keptrule.h"
#include "verify/rowmass.h"

namespace core {

/// Says of a key of the row whether a mask marks it.
using Marks = std::function<bool(std::uint32_t key)>;

/// The standing of each key of a valid row, by its place in `row.keys`; of all rules but blocks, which more than a row
/// decides. `marks` is of KeepsMarked.
std::vector<Standing> standingsOf(const KeptRule& rule, const RowWeights& row, const Marks& marks);

/// Of `keys` keys by place, those that the window keeps.
std::vector<bool> windowKeys(const KeepsWindow& window, std::size_t keys);

}
