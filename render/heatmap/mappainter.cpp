// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/mappainter.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "theme/palette.h"

namespace render {

namespace {

constexpr double haloWidth = 4;
constexpr double haloShare = 0.55;
constexpr double lineRow = 6; ///< rows lower than this are marked by a line, higher ones by a frame
constexpr double smallestBox = 9;

/// Draws `shape` with a halo under the line, so that it is seen on any colour.
template <typename Draw>
void overHalo(QPainter& painter, const Theme& theme, double width, const Draw& draw)
{
    painter.setPen(QPen(withAlpha(theme.halo, haloShare), haloWidth, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    draw();
    painter.setPen(QPen(theme.pick, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    draw();
}

void paintUndefinedRows(QPainter& painter, const MapPicture& picture)
{
    painter.setPen(QPen(picture.theme.notCertified, 1));
    double lastLine = -1;
    for (const std::size_t row : picture.head.undefinedRows) {
        const double y = std::floor(picture.rowRect(row).center().y()) + 0.5;
        if (y == lastLine || y < picture.layout.map.top() || y > picture.layout.map.bottom())
            continue;
        painter.drawLine(QPointF(picture.layout.map.left(), y), QPointF(picture.layout.map.right(), y));
        lastLine = y;
    }
}

QRectF atLeast(QRectF rect, double side)
{
    const double dx = std::max(0.0, side - rect.width()) / 2;
    const double dy = std::max(0.0, side - rect.height()) / 2;
    return rect.adjusted(-dx, -dy, dx, dy);
}

void paintPickedColumn(QPainter& painter, const MapPicture& picture, Cell pick)
{
    const QRectF map = picture.layout.map;
    const double x = std::floor(picture.cellRect(pick).center().x()) + 0.5;
    QPen dots(picture.theme.pick, 1.2);
    dots.setDashPattern({1.5, 2.5});
    painter.setPen(QPen(withAlpha(picture.theme.halo, haloShare), 3));
    painter.drawLine(QPointF(x, map.top()), QPointF(x, map.bottom()));
    painter.setPen(dots);
    painter.drawLine(QPointF(x, map.top()), QPointF(x, map.bottom()));
}

void paintPick(QPainter& painter, const MapPicture& picture, Cell pick)
{
    const QRectF row = picture.rowRect(pick.row);
    const QRectF map = picture.layout.map;
    paintPickedColumn(painter, picture, pick);
    painter.setBrush(Qt::NoBrush);
    if (row.height() < lineRow) {
        const QPointF left(map.left(), row.center().y());
        overHalo(painter, picture.theme, 1.5, [&] { painter.drawLine(left, QPointF(map.right(), left.y())); });
    } else {
        overHalo(painter, picture.theme, 1.5, [&] { painter.drawRect(row.adjusted(0.75, 0, -0.75, 0)); });
    }
    const QRectF box = atLeast(picture.cellRect(pick), smallestBox);
    overHalo(painter, picture.theme, 2, [&] { painter.drawRect(box); });
}

}

QRectF MapPicture::rowRect(std::size_t row) const
{
    const AxisView axis = rows();
    return {layout.map.left(), axis.pixelOf(static_cast<double>(row)), layout.map.width(), axis.cellPixels()};
}

QRectF MapPicture::cellRect(Cell cell) const
{
    const AxisView axis = keys();
    QRectF rect = rowRect(cell.row);
    rect.setLeft(axis.pixelOf(static_cast<double>(cell.key)));
    rect.setWidth(axis.cellPixels());
    return rect;
}

void paintMapCells(QPainter& painter, const MapPicture& picture)
{
    const QRectF map = picture.layout.map;
    if (picture.tile.image.isNull())
        painter.fillRect(map, picture.theme.field);
    else
        painter.drawImage(map, picture.tile.image);
    painter.save();
    painter.setClipRect(map.adjusted(-2, -2, 2, 2));
    paintUndefinedRows(painter, picture);
    painter.setRenderHint(QPainter::Antialiasing);
    if (picture.hover) {
        painter.setPen(QPen(withAlpha(picture.theme.pick, 0.6), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(atLeast(picture.cellRect(*picture.hover), 4));
    }
    if (picture.markers.pick)
        paintPick(painter, picture, *picture.markers.pick);
    painter.restore();
}

}
