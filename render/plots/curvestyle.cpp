// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/curvestyle.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QPainter>

namespace render {

namespace {

/// Widths in a legend's row.
struct LegendSpacing
{
    double title = 12; ///< between title and legend
    double swatch = 14;
    double name = 5; ///< between swatch and name
    double entry = 10; ///< between entries
};

constexpr LegendSpacing wide;
constexpr LegendSpacing narrow{8, 10, 3, 6};

double widthOf(const LegendEntry& entry, const QFontMetricsF& metrics, const LegendSpacing& spacing)
{
    return spacing.swatch + spacing.name + metrics.horizontalAdvance(entry.name) + spacing.entry;
}

double widthOf(const std::vector<LegendEntry>& entries, const QFontMetricsF& metrics, const LegendSpacing& spacing)
{
    double sum = spacing.title - spacing.entry;
    for (const LegendEntry& entry : entries)
        sum += widthOf(entry, metrics, spacing);
    return sum;
}

/// Lines move closer before the band of percentiles gives way; a line that is drawn stays named as long as any room is.
LegendSpacing fit(std::vector<LegendEntry>& entries, double room, const QFontMetricsF& metrics)
{
    const auto fits = [&](const LegendSpacing& spacing) { return widthOf(entries, metrics, spacing) <= room; };
    if (fits(wide))
        return wide;
    if (fits(narrow))
        return narrow;
    std::erase_if(entries, [](const LegendEntry& entry) { return entry.role == CurveRole::Percentiles; });
    if (fits(wide))
        return wide;
    while (!entries.empty() && !fits(narrow))
        entries.pop_back();
    return narrow;
}

void paintSwatch(QPainter& painter, double x, double y, double width, CurveRole role, const Theme& theme)
{
    if (isBand(role)) {
        painter.fillRect(QRectF(x, y - 4, width, 8), fillOf(role, theme));
        return;
    }
    painter.setPen(penOf(role, theme));
    painter.drawLine(QPointF(x, y), QPointF(x + width, y));
}

QPen dashed(const QColor& colour, double width, const QList<qreal>& pattern)
{
    QPen pen(colour, width, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern(pattern);
    return pen;
}

}

bool isBand(CurveRole role)
{
    return role == CurveRole::RowInterval || role == CurveRole::Percentiles;
}

QPen penOf(CurveRole role, const Theme& theme)
{
    switch (role) {
    case CurveRole::Row:
        return QPen(theme.accent, 2);
    case CurveRole::Mean:
        return QPen(theme.exact, 1.5);
    case CurveRole::Maximum:
    case CurveRole::Bound:
        return QPen(theme.bound, 1.3);
    case CurveRole::LooserBound:
        return dashed(theme.bound, 1.3, {4, 3});
    case CurveRole::Gaussian:
        return dashed(theme.prediction, 1.5, {4, 2.5});
    case CurveRole::PlugIn:
        return dashed(theme.prediction, 1.5, {1, 2});
    case CurveRole::Overlaid:
        return dashed(theme.accent, 1.8, {4, 3});
    case CurveRole::RowInterval:
    case CurveRole::Percentiles:
        break;
    }
    return QPen(Qt::NoPen);
}

QColor fillOf(CurveRole role, const Theme& theme)
{
    return role == CurveRole::RowInterval ? withAlpha(theme.accent, 0.4) : withAlpha(theme.exact, 0.13);
}

void paintTitleRow(
    QPainter& painter, const QRectF& row, const QString& title, std::vector<LegendEntry> entries, const Theme& theme)
{
    const QFont titleFont = textFont(px::bodyText, QFont::Bold);
    const QFont font = textFont(px::smallText);
    const QFontMetricsF metrics(font);
    double x = row.left() + px::padding;
    painter.setFont(titleFont);
    painter.setPen(theme.ink);
    painter.drawText(QRectF(x, row.top(), row.width(), row.height()), Qt::AlignVCenter | Qt::AlignLeft, title);
    x += QFontMetricsF(titleFont).horizontalAdvance(title);
    const LegendSpacing spacing = fit(entries, row.right() - px::gap - x, metrics);
    x += spacing.title;
    painter.setFont(font);
    const double middle = row.center().y();
    for (const LegendEntry& entry : entries) {
        paintSwatch(painter, x, middle + 0.5, spacing.swatch, entry.role, theme);
        painter.setPen(theme.ink2);
        const double name = x + spacing.swatch + spacing.name;
        painter.drawText(QRectF(name, row.top(), row.right() - name, row.height()), Qt::AlignVCenter | Qt::AlignLeft,
            entry.name);
        x += widthOf(entry, metrics, spacing);
    }
}

}
