// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "base/threadpool.h"
#include "compute/cellgrid.h"
#include "compute/pixelmap.h"
#include "compute/tile.h"

namespace core {

/// A pixel that shows no cell of the head; below maskedCell.
inline constexpr float noCell = -2;

/// A part of a head reduced to pixels: what of a picture does not depend on the veil.
struct Reduction
{
    std::size_t width = 0;
    std::vector<CellSpan> rowsOfPixel; ///< one per pixel row
    std::vector<float> values; ///< per pixel: probability, maskedCell, nanCell or noCell
    std::size_t firstRow = 0; ///< of `ranks`
    std::vector<std::uint32_t> ranks; ///< visible rows x width: least rank among the cells of a pixel in this row
};

Reduction reduce(const CellGrid& cells, const TileRequest& request, ThreadPool& pool);

}
