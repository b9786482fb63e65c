// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/maplayout.h"

#include <algorithm>

namespace render {

namespace {

MapLayout arranged(const MapHead& head, QSizeF widget, MapLayout layout)
{
    const double left = layout.rowLabels ? mapspace::leftWithLabels : mapspace::left;
    const double bottom = layout.keyLabels ? mapspace::bottomWithLabels : mapspace::bottom;
    const QSizeF available(widget.width() - left - mapspace::right, widget.height() - mapspace::top - bottom);
    layout.map = QRectF(QPointF(left, mapspace::top), mapSize(head.size, available));
    return layout;
}

}

MapLayout layoutMap(const MapHead& head, const Camera& camera, QSizeF widget)
{
    const bool rows = !head.rows.labels.empty();
    const bool keys = !head.keys.labels.empty();
    for (const auto& [withRows, withKeys] : {std::pair{rows, keys}, std::pair{rows, false}, std::pair{false, keys}}) {
        const MapLayout layout = arranged(head, widget, {.map = {}, .rowLabels = withRows, .keyLabels = withKeys});
        const bool rowsFit = !withRows || layout.map.height() >= mapspace::labelCell * camera.rows;
        const bool keysFit = !withKeys || layout.map.width() >= mapspace::labelCell * camera.keys;
        if ((withRows || withKeys) && rowsFit && keysFit)
            return layout;
    }
    return arranged(head, widget, {});
}

AxisView rowAxisOf(const MapLayout& layout, const Camera& camera)
{
    return {.first = camera.row,
        .count = camera.rows,
        .origin = layout.map.top(),
        .pixels = std::max(1.0, layout.map.height())};
}

AxisView keyAxisOf(const MapLayout& layout, const Camera& camera)
{
    return {.first = camera.key,
        .count = camera.keys,
        .origin = layout.map.left(),
        .pixels = std::max(1.0, layout.map.width())};
}

}
