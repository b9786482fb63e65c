// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "heatmap/axisview.h"
#include "heatmap/mapscene.h"

namespace render {

/// One tick of an axis of a map: at the middle of a cell.
struct AxisTick
{
    double cell = 0; ///< in cells; fractional for units
    QString text;
};

/// Ticks at powers of two, or at round values of the axis' unit, at least `spacing` px apart.
std::vector<AxisTick> ticksOf(const MapAxis& axis, const AxisView& view, double spacing);

/// "343", or "343 · 8.232 s" where the axis has a unit.
QString tagText(const MapAxis& axis, std::size_t cell);

}
