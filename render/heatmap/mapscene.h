// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <QString>

#include "compute/tile.h"
#include "heatmap/camera.h"

namespace render {

/// How one axis of a map is written.
struct MapAxis
{
    QString title; ///< "query (row)", "key (column): audio frame"
    std::vector<QString> labels; ///< cleaned token of each cell; empty: none
    std::vector<std::uint8_t> special; ///< 1 = special or padding token, written in ink3; empty: none
    double unitPerCell = 0; ///< 0: ticks count cells; else e.g. 0.024 s per frame
    QString unit; ///< "s"
};

/// What a map shows; a new one starts with the whole head in view.
struct MapHead
{
    HeadSize size;
    MapAxis rows;
    MapAxis keys;
    std::vector<std::size_t> undefinedRows; ///< rows without allowed keys, rising: drawn masked with a line through
};

enum class Spacing { Log, Linear };

/// Values from `low` to `high` get the colours of the table; outside the first and the last one.
struct ColourRange
{
    double low = 1e-5;
    double high = 1;
    Spacing spacing = Spacing::Log;

    friend bool operator==(const ColourRange&, const ColourRange&) = default;
};

/// What is marked on a map.
struct MapMarkers
{
    std::optional<Cell> pick;
    std::optional<std::size_t> worstRow;

    friend bool operator==(const MapMarkers&, const MapMarkers&) = default;
};

/// Answers at once, from a resident head. A reply of another size than asked for is not drawn.
using TileProvider = std::function<core::TileReply(const core::TileRequest&)>;

/// 255 rising thresholds, equally spaced in log10 p or in p. Not finite or empty ranges are widened to the next that is
/// usable.
std::vector<float> thresholdsOf(const ColourRange& range);

}
