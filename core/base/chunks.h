// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "base/indices.h"
#include "base/result.h"
#include "base/work.h"

namespace core {

/// Rows that one chunk of work covers. Part of no result: replies of parts merge to the same bytes however they are
/// cut.
inline constexpr std::size_t rowsPerChunk = 32;

/// Calls `chunk` for chunks of rows [0, rowCount) over the pool, reports each finished one, and stops all threads soon
/// after progress says so or a chunk fails. Errors: Cancelled, the first one that `chunk` returned.
Result<void> forEachChunk(std::size_t rowCount, Work& work, const std::function<Result<void>(RowRange)>& chunk,
    std::size_t rowsEach = rowsPerChunk);

}
