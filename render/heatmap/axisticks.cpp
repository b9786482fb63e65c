// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/axisticks.h"

#include <cmath>

namespace render {

namespace {

/// Smallest of 1, 2, 5 times a power of ten that is at least `least`.
double roundStep(double least)
{
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * decade >= least)
            return factor * decade;
    }
    return 10 * decade;
}

std::vector<AxisTick> unitTicks(const MapAxis& axis, const AxisView& view, double spacing)
{
    std::vector<AxisTick> ticks;
    const double step = roundStep(spacing / view.cellPixels() * axis.unitPerCell);
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step))));
    const double last = view.last() * axis.unitPerCell;
    for (double i = std::ceil(view.first * axis.unitPerCell / step); i * step <= last; ++i)
        ticks.push_back(
            {i * step / axis.unitPerCell, QString::number(i * step, 'f', decimals) + QLatin1Char(' ') + axis.unit});
    return ticks;
}

}

std::vector<AxisTick> ticksOf(const MapAxis& axis, const AxisView& view, double spacing)
{
    if (axis.unitPerCell > 0)
        return unitTicks(axis, view, spacing);
    double step = 1;
    while (step * view.cellPixels() < spacing)
        step *= 2;
    std::vector<AxisTick> ticks;
    for (double cell = std::ceil(view.first / step) * step; cell < view.last(); cell += step)
        ticks.push_back({cell, QString::number(static_cast<qulonglong>(cell))});
    return ticks;
}

QString tagText(const MapAxis& axis, std::size_t cell)
{
    const QString index = QString::number(cell);
    if (!(axis.unitPerCell > 0))
        return index;
    return QStringLiteral("%1 · %2 %3")
        .arg(index, QString::number(static_cast<double>(cell) * axis.unitPerCell, 'f', 3), axis.unit);
}

}
