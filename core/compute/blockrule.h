// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/work.h"
#include "bounds/blockmasses.h"
#include "capture/rowbatch.h"

namespace core {

/// Masses of the key blocks of those query blocks that hold some of `rows` (rising; empty: all rows). Errors:
/// Cancelled, FileChanged, TooLarge (over work.memory).
Result<BlockMasses> blockMasses(
    const HeadRows& head, const BlockTop& shape, const std::vector<std::size_t>& rows, Work& work);

}
