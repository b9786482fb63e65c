// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include "heatmap/mappainter.h"
#include "theme/palette.h"

namespace render {

namespace {

constexpr double swatchWidth = 14;
constexpr double swatchHeight = 8;
constexpr double swatchGap = 5;
constexpr double entryGap = 14;

enum class Swatch { Kept, Dropped, Masked, NotANumber, Absent, UndefinedRow };

struct Entry
{
    Swatch swatch;
    QString text;
};

QString tr(const char* text)
{
    return QCoreApplication::translate("render::MapLegend", text);
}

std::vector<Entry> entriesOf(const MapPicture& picture)
{
    const auto seen = [&](core::PixelState state) { return (picture.tile.states & stateBit(state)) != 0; };
    std::vector<Entry> entries;
    if (seen(core::PixelState::KeptCell))
        entries.push_back({Swatch::Kept, tr("kept")});
    if (seen(core::PixelState::DroppedCell))
        entries.push_back({Swatch::Dropped, tr("dropped")});
    if (seen(core::PixelState::MaskedCell))
        entries.push_back({Swatch::Masked, tr("masked")});
    if (seen(core::PixelState::NanCell))
        entries.push_back({Swatch::NotANumber, tr("NaN")});
    if (seen(core::PixelState::NoCell))
        entries.push_back({Swatch::Absent, tr("not yet existing")});
    if (!picture.head.undefinedRows.empty())
        entries.push_back({Swatch::UndefinedRow, tr("undefined row")});
    return entries;
}

void paintTable(QPainter& painter, const QRectF& rect, const ColourTable& table)
{
    constexpr int steps = 4;
    for (int i = 0; i < steps; ++i) {
        const QRectF part(rect.left() + rect.width() * i / steps, rect.top(), rect.width() / steps, rect.height());
        painter.fillRect(part, QColor(tableColour(table, 0.2 + 0.25 * i)));
    }
}

void paintSwatch(QPainter& painter, const QRectF& rect, Swatch swatch, const Theme& theme)
{
    const CellColours cells = cellColours(theme);
    switch (swatch) {
    case Swatch::Kept:
        paintTable(painter, rect, sequentialTable(theme.shade));
        return;
    case Swatch::Dropped:
        paintTable(painter, rect, droppedTable(theme.shade));
        return;
    case Swatch::NotANumber:
        painter.fillRect(rect, QColor(cells.notANumber));
        return;
    case Swatch::Absent:
        painter.fillRect(rect, QColor(cells.absent));
        painter.fillRect(rect, QBrush(QColor(cells.hatch), Qt::BDiagPattern));
        break;
    case Swatch::Masked:
    case Swatch::UndefinedRow:
        painter.fillRect(rect, QColor(cells.masked));
        break;
    }
    painter.setPen(QPen(theme.line2, 1));
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    if (swatch == Swatch::UndefinedRow) {
        painter.setPen(QPen(QColor(cells.undefinedRow), 1));
        painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
    }
}

}

void paintMapLegend(QPainter& painter, const MapPicture& picture)
{
    const QFont font = textFont(px::smallText);
    const QFontMetricsF metrics(font);
    const QRectF map = picture.layout.map;
    const double line = map.bottom() + (picture.layout.keyLabels ? mapspace::bottomWithLabels : mapspace::bottom) - 18;
    const double titleEnd = map.left() + metrics.horizontalAdvance(picture.head.keys.title) + entryGap;
    double right = std::max(map.right(), titleEnd);
    auto entries = entriesOf(picture);
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        const double textWidth = metrics.horizontalAdvance(entry->text);
        const double left = right - textWidth - swatchGap - swatchWidth;
        if (left < titleEnd)
            return;
        painter.setFont(font);
        painter.setPen(picture.theme.ink2);
        painter.drawText(
            QRectF(right - textWidth, line, textWidth + 1, 16), Qt::AlignVCenter | Qt::AlignLeft, entry->text);
        paintSwatch(painter, QRectF(left, line + 4, swatchWidth, swatchHeight), entry->swatch, picture.theme);
        right = left - entryGap;
    }
}

}
