// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/camera.h"

#include <algorithm>
#include <cmath>

namespace render {

namespace {

constexpr double fewestCells = 8;
constexpr double thickestCell = 24;

/// One axis of clamped().
void clampAxis(double& first, double& count, std::size_t total)
{
    const auto all = static_cast<double>(total);
    count = std::clamp(count, std::min(fewestCells, all), all);
    first = std::clamp(first, 0.0, all - count);
}

/// One axis of showing(): the new first cell.
double scrolledTo(double first, double count, double cell)
{
    if (cell < first)
        return cell;
    return std::max(first, cell + 1 - count);
}

}

Camera fitCamera(HeadSize head)
{
    return {.row = 0, .key = 0, .rows = static_cast<double>(head.rows), .keys = static_cast<double>(head.keys)};
}

bool isFit(const Camera& camera, HeadSize head)
{
    return camera == fitCamera(head);
}

Camera clamped(const Camera& camera, HeadSize head)
{
    if (head.empty())
        return {};
    Camera result = camera;
    clampAxis(result.row, result.rows, head.rows);
    clampAxis(result.key, result.keys, head.keys);
    return result;
}

Camera zoomed(const Camera& camera, HeadSize head, double factor, QPointF anchor)
{
    if (head.empty() || !(factor > 0))
        return camera;
    const double row = camera.row + anchor.y() * camera.rows;
    const double key = camera.key + anchor.x() * camera.keys;
    Camera result{.rows = camera.rows / factor, .keys = camera.keys / factor};
    result = clamped(result, head);
    result.row = row - anchor.y() * result.rows;
    result.key = key - anchor.x() * result.keys;
    return clamped(result, head);
}

Camera panned(const Camera& camera, HeadSize head, QPointF by)
{
    Camera result = camera;
    result.row -= by.y() * camera.rows;
    result.key -= by.x() * camera.keys;
    return clamped(result, head);
}

Camera showing(const Camera& camera, HeadSize head, Cell cell)
{
    Camera result = camera;
    result.row = scrolledTo(camera.row, camera.rows, static_cast<double>(cell.row));
    result.key = scrolledTo(camera.key, camera.keys, static_cast<double>(cell.key));
    return clamped(result, head);
}

QSizeF mapSize(HeadSize head, QSizeF available)
{
    if (head.empty() || available.isEmpty())
        return {};
    const auto rows = static_cast<double>(head.rows);
    const auto keys = static_cast<double>(head.keys);
    double rowPixels = available.height() / rows;
    double keyPixels = available.width() / keys;
    const bool nearlySquare = rows <= 2 * keys && keys <= 2 * rows;
    if (nearlySquare)
        rowPixels = keyPixels = std::min(rowPixels, keyPixels);
    else if (rows < keys)
        rowPixels = std::min(rowPixels, std::max(thickestCell, keyPixels));
    else
        keyPixels = std::min(keyPixels, std::max(thickestCell, rowPixels));
    return {std::max(1.0, std::round(keys * keyPixels)), std::max(1.0, std::round(rows * rowPixels))};
}

}
