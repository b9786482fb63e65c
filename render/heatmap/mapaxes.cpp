// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <QFontMetrics>
#include <QPainter>

#include "heatmap/axisticks.h"
#include "heatmap/mappainter.h"
#include "theme/numbertext.h"

namespace render {

namespace {

constexpr double tickSpacing = 48;
constexpr double unitSpacing = 64;
constexpr double tickLength = 5;
constexpr double tagHeight = 16;
constexpr double labelWidth = 64;
constexpr double titleWidth = 16;
constexpr double turnedHalf = 5; ///< half the height of a turned label
constexpr double uprightHalf = 5; ///< half the height of a row's label

/// A stretch of an axis that is taken: ticks under it are left out.
struct Taken
{
    double begin = 0;
    double end = 0;
};

bool overlaps(const std::vector<Taken>& taken, double begin, double end)
{
    return std::ranges::any_of(taken, [&](const Taken& t) { return begin < t.end && t.begin < end; });
}

bool inside(const AxisView& axis, std::size_t cell)
{
    const double middle = static_cast<double>(cell) + 0.5;
    return middle >= axis.first && middle <= axis.last();
}

double middleOf(const AxisView& axis, std::size_t cell)
{
    return axis.pixelOf(static_cast<double>(cell) + 0.5);
}

void paintTag(QPainter& painter, const Theme& theme, const QRectF& rect)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(rect, 3, 3);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.onAccent);
    painter.setFont(textFont(px::tickText, QFont::Bold));
}

void paintText(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text)
{
    painter.drawText(rect, static_cast<int>(alignment | Qt::AlignVCenter), text);
}

/// Where the picture ends: a label beyond it would be cut and read as another number.
double rightEnd(const MapPicture& picture)
{
    return picture.layout.map.right() + mapspace::right;
}

bool isSpecial(const MapAxis& axis, std::size_t cell)
{
    return cell < axis.special.size() && axis.special[cell] != 0;
}

QString labelOf(const MapAxis& axis, std::size_t cell, const QFont& font, double width)
{
    return cell < axis.labels.size() ? elidedMiddle(axis.labels[cell], QFontMetrics(font), static_cast<int>(width))
                                     : QString();
}

std::pair<std::size_t, std::size_t> wholeCells(const AxisView& axis, std::size_t total)
{
    const auto first = static_cast<std::size_t>(std::max(0.0, std::ceil(axis.first - 0.5)));
    return {first, std::min(total, static_cast<std::size_t>(std::max(0.0, std::floor(axis.last() + 0.5))))};
}

/// Index and token before every row.
void paintRowLabels(QPainter& painter, const MapPicture& picture)
{
    const AxisView axis = picture.rows();
    const double right = picture.layout.map.left() - 10;
    const auto [begin, end] = wholeCells(axis, picture.head.size.rows);
    const QFont indexFont = textFont(px::tickText);
    const double indexWidth = QFontMetricsF(indexFont).horizontalAdvance(QString::number(end));
    const double tokenWidth = std::min(labelWidth, right - titleWidth - indexWidth - 6);
    const double indexRight = right - std::max(48.0, tokenWidth) - 2;
    for (std::size_t row = begin; row < end; ++row) {
        const double y = middleOf(axis, row) - tagHeight / 2;
        const bool picked = picture.markers.pick && picture.markers.pick->row == row;
        const QRectF indexRect(titleWidth, y, indexRight - titleWidth, tagHeight);
        if (picked)
            paintTag(painter, picture.theme, QRectF(titleWidth, y, right + 5 - titleWidth, tagHeight));
        painter.setFont(indexFont);
        painter.setPen(picked ? picture.theme.onAccent : picture.theme.ink3);
        paintText(painter, indexRect, Qt::AlignRight, QString::number(row));
        const QFont font = textFont(px::smallText, picked ? QFont::Bold : QFont::Normal);
        painter.setFont(font);
        if (!picked)
            painter.setPen(isSpecial(picture.head.rows, row) ? picture.theme.ink3 : picture.theme.ink);
        paintText(painter, QRectF(right - labelWidth, y, labelWidth, tagHeight), Qt::AlignRight,
            labelOf(picture.head.rows, row, font, tokenWidth));
    }
}

/// Picked and worst row on an axis of ticks.
std::vector<Taken> paintRowTags(QPainter& painter, const MapPicture& picture)
{
    const AxisView axis = picture.rows();
    const double edge = picture.layout.map.left();
    std::vector<Taken> taken;
    if (picture.markers.pick && inside(axis, picture.markers.pick->row)) {
        const double y = middleOf(axis, picture.markers.pick->row);
        const QString text = QString::number(picture.markers.pick->row);
        const double width = QFontMetricsF(textFont(px::tickText, QFont::Bold)).horizontalAdvance(text) + 12;
        const QRectF tag(edge - 3 - std::max(width, 38.0), y - tagHeight / 2, std::max(width, 38.0), tagHeight);
        paintTag(painter, picture.theme, tag);
        paintText(painter, tag, Qt::AlignHCenter, text);
        taken.push_back({tag.top(), tag.bottom()});
    }
    return taken;
}

void paintWorstRow(QPainter& painter, const MapPicture& picture, std::vector<Taken>& taken)
{
    const AxisView axis = picture.rows();
    const auto worst = picture.markers.worstRow;
    if (!worst || !inside(axis, *worst))
        return;
    const double y = middleOf(axis, *worst);
    const double edge = picture.layout.map.left() - 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(picture.theme.notCertified);
    painter.drawPolygon(QPolygonF{{edge, y}, {edge - 7, y - 4}, {edge - 7, y + 4}});
    if (picture.layout.rowLabels || overlaps(taken, y - 7, y + 7))
        return;
    painter.setPen(picture.theme.notCertified);
    painter.setFont(textFont(px::tickText, QFont::Bold));
    paintText(painter, QRectF(0, y - 8, edge - 10, 16), Qt::AlignRight, QString::number(*worst));
    taken.push_back({y - 7, y + 7});
}

void paintRowTicks(QPainter& painter, const MapPicture& picture)
{
    const AxisView axis = picture.rows();
    const double edge = picture.layout.map.left();
    std::vector<Taken> taken = paintRowTags(painter, picture);
    paintWorstRow(painter, picture, taken);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(textFont(px::tickText));
    const bool units = picture.head.rows.unitPerCell > 0;
    for (const AxisTick& tick : ticksOf(picture.head.rows, axis, units ? unitSpacing : tickSpacing)) {
        const double y = axis.pixelOf(tick.cell + (units ? 0.0 : 0.5));
        if (overlaps(taken, y - 7, y + 7) || y - uprightHalf < 0)
            continue;
        painter.setPen(picture.theme.line2);
        painter.drawLine(QPointF(edge - tickLength, y), QPointF(edge - 1, y));
        painter.setPen(picture.theme.ink3);
        paintText(
            painter, QRectF(titleWidth, y - 8, edge - tickLength - 3 - titleWidth, 16), Qt::AlignRight, tick.text);
    }
}

/// Tokens under every column, turned by 90 degrees.
void paintKeyLabels(QPainter& painter, const MapPicture& picture)
{
    const AxisView axis = picture.keys();
    const auto [begin, end] = wholeCells(axis, picture.head.size.keys);
    for (std::size_t key = begin; key < end; ++key) {
        const bool picked = picture.markers.pick && picture.markers.pick->key == key;
        if (middleOf(axis, key) + turnedHalf > rightEnd(picture))
            continue;
        const QFont font = textFont(px::tickText, picked ? QFont::Bold : QFont::Normal);
        const QString text = labelOf(picture.head.keys, key, font, labelWidth);
        painter.save();
        painter.translate(middleOf(axis, key), picture.layout.map.bottom() + 4);
        painter.rotate(-90);
        if (picked)
            paintTag(painter, picture.theme, QRectF(-labelWidth - 2, -7, labelWidth + 4, 14));
        else
            painter.setPen(isSpecial(picture.head.keys, key) ? picture.theme.ink3 : picture.theme.ink2);
        painter.setFont(font);
        paintText(painter, QRectF(-labelWidth, -8, labelWidth, 16), Qt::AlignRight, text);
        painter.restore();
    }
}

void paintKeyTicks(QPainter& painter, const MapPicture& picture)
{
    const AxisView axis = picture.keys();
    const double edge = picture.layout.map.bottom();
    const QFontMetricsF metrics(textFont(px::tickText));
    std::vector<Taken> taken;
    if (picture.markers.pick && inside(axis, picture.markers.pick->key)) {
        const QString text = tagText(picture.head.keys, picture.markers.pick->key);
        const double width =
            std::max(38.0, QFontMetricsF(textFont(px::tickText, QFont::Bold)).horizontalAdvance(text) + 12);
        QRectF tag(middleOf(axis, picture.markers.pick->key) - width / 2, edge + 2, width, tagHeight);
        tag.moveRight(std::min(tag.right(), picture.layout.map.right() + mapspace::right));
        paintTag(painter, picture.theme, tag);
        paintText(painter, tag, Qt::AlignHCenter, text);
        taken.push_back({tag.left() - 4, tag.right() + 4});
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(textFont(px::tickText));
    const bool units = picture.head.keys.unitPerCell > 0;
    for (const AxisTick& tick : ticksOf(picture.head.keys, axis, units ? unitSpacing : tickSpacing)) {
        const double x = axis.pixelOf(tick.cell + (units ? 0.0 : 0.5));
        const double half = metrics.horizontalAdvance(tick.text) / 2;
        if (overlaps(taken, x - half, x + half) || x + half > rightEnd(picture))
            continue;
        painter.setPen(picture.theme.line2);
        painter.drawLine(QPointF(x, edge), QPointF(x, edge + tickLength - 1));
        painter.setPen(picture.theme.ink3);
        paintText(painter, QRectF(x - half - 2, edge + 3, 2 * half + 4, 16), Qt::AlignHCenter, tick.text);
    }
}

void paintTitles(QPainter& painter, const MapPicture& picture)
{
    const QRectF map = picture.layout.map;
    const double bottom = picture.layout.keyLabels ? mapspace::bottomWithLabels : mapspace::bottom;
    painter.setFont(textFont(px::smallText));
    painter.setPen(picture.theme.ink2);
    paintText(painter, QRectF(map.left(), map.bottom() + bottom - 18, std::max(map.width(), 200.0), 16), Qt::AlignLeft,
        picture.head.keys.title);
    painter.save();
    painter.translate(7, map.center().y());
    painter.rotate(-90);
    paintText(painter, QRectF(-150, -8, 300, 16), Qt::AlignHCenter, picture.head.rows.title);
    painter.restore();
}

}

void paintMapAxes(QPainter& painter, const MapPicture& picture)
{
    painter.save();
    paintTitles(painter, picture);
    if (picture.layout.rowLabels) {
        paintRowLabels(painter, picture);
        std::vector<Taken> none;
        paintWorstRow(painter, picture, none);
    } else {
        paintRowTicks(painter, picture);
    }
    if (picture.layout.keyLabels)
        paintKeyLabels(painter, picture);
    else
        paintKeyTicks(painter, picture);
    painter.restore();
}

}
