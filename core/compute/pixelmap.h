// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace core {

/// Cells that one pixel shows along one axis; empty outside the head.
struct CellSpan
{
    std::size_t begin = 0;
    std::size_t end = 0;

    bool empty() const { return begin >= end; }
    friend bool operator==(const CellSpan&, const CellSpan&) = default;
};

/// Which cells of an axis of `cellCount` cells each of `pixels` pixels shows, for a view of `extent` cells from `begin`
/// on. Zoomed out, pixels share the cells out among them without gap or overlap; zoomed in, a pixel shows the cell at
/// its centre.
std::vector<CellSpan> cellsOfPixels(double begin, double extent, std::size_t pixels, std::size_t cellCount);

}
