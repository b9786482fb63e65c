// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSizeF>

#include "heatmap/axisview.h"
#include "heatmap/mapscene.h"

namespace render {

/// Where the parts of a map lie.
struct MapLayout
{
    QRectF map;
    bool rowLabels = false; ///< every row has its token, else index ticks
    bool keyLabels = false;

    friend bool operator==(const MapLayout&, const MapLayout&) = default;
};

/// Rows and columns get their tokens where cells are at least 12 px with the tokens' room already taken off.
MapLayout layoutMap(const MapHead& head, const Camera& camera, QSizeF widget);

AxisView rowAxisOf(const MapLayout& layout, const Camera& camera);
AxisView keyAxisOf(const MapLayout& layout, const Camera& camera);

/// Room around the map, px (look 1).
namespace mapspace {
inline constexpr int top = 6;
inline constexpr int left = 60;
inline constexpr int leftWithLabels = 100;
inline constexpr int right = 3;
inline constexpr int bottom = 36;
inline constexpr int bottomWithLabels = 90;
inline constexpr double labelCell = 12;
}

}
