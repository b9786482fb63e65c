// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "truncation/preparedrule.h"

namespace core {

/// Part of a head in cells, in fractions of a cell where the view is zoomed in.
struct CellRect
{
    double row = 0;
    double key = 0;
    double rows = 0;
    double keys = 0;
};

enum class Reducer { Largest, Mean };

/// A picture of a part of a head.
struct TileRequest
{
    CellRect cells;
    std::size_t width = 0; ///< pixels
    std::size_t height = 0;
    Reducer reducer = Reducer::Largest;
    std::vector<float> thresholds; ///< rising probabilities; at most 255
    std::optional<PreparedRule> veil; ///< which cells count as kept; absent: all
};

/// A pixel's state. Reduced pixels: kept if any cell in it is; masked only if all are; one NaN makes it NaN (look 3).
enum class PixelState : std::uint8_t { KeptCell, DroppedCell, MaskedCell, NanCell, NoCell };

/// `colour` is the number of thresholds that the cell's probability exceeds: the same on every backend.
struct TileReply
{
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> colour;
    std::vector<PixelState> state;
};

}
