// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "heatmap/maplayout.h"
#include "heatmap/mapscene.h"
#include "heatmap/tileimage.h"
#include "theme/theme.h"

class QPainter;

namespace render {

/// All that is drawn of a map, on screen and in figures.
struct MapPicture
{
    const MapHead& head;
    const MapMarkers& markers;
    const MapLayout& layout;
    const Camera& camera;
    const TileImage& tile;
    const Theme& theme;
    std::optional<Cell> hover;

    AxisView rows() const { return rowAxisOf(layout, camera); }
    AxisView keys() const { return keyAxisOf(layout, camera); }
    QRectF rowRect(std::size_t row) const;
    QRectF cellRect(Cell cell) const;
};

/// Cells, lines through undefined rows, hover and pick.
void paintMapCells(QPainter& painter, const MapPicture& picture);
void paintMapAxes(QPainter& painter, const MapPicture& picture);
/// The states that occur, right under the map.
void paintMapLegend(QPainter& painter, const MapPicture& picture);

}
