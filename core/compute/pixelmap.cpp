// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/pixelmap.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// floor(at) clamped to [0, cellCount]; NaN gives 0.
std::size_t cellAt(double at, std::size_t cellCount)
{
    if (!(at > 0))
        return 0;
    return at >= static_cast<double>(cellCount) ? cellCount : static_cast<std::size_t>(at);
}

}

std::vector<CellSpan> cellsOfPixels(double begin, double extent, std::size_t pixels, std::size_t cellCount)
{
    std::vector<CellSpan> spans(pixels);
    if (!std::isfinite(begin) || !(extent > 0) || !std::isfinite(extent))
        return spans;
    const double cellsPerPixel = extent / static_cast<double>(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto pixel = static_cast<double>(i);
        if (cellsPerPixel >= 1) {
            spans[i] = {cellAt(begin + pixel * cellsPerPixel, cellCount),
                cellAt(begin + (pixel + 1) * cellsPerPixel, cellCount)};
            continue;
        }
        const double centre = begin + (pixel + 0.5) * cellsPerPixel;
        const std::size_t cell = cellAt(centre, cellCount);
        if (centre >= 0 && cell < cellCount)
            spans[i] = {cell, cell + 1};
    }
    return spans;
}

}
