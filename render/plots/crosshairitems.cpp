// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/crosshairitems.h"

#include <algorithm>
#include <array>

#include <qcustomplot.h>

#include "plots/plotcanvas.h"
#include "theme/numbertext.h"

namespace render {

namespace {

constexpr double dotSize = 9;
constexpr double tagGap = 6;
constexpr double tagHeight = 17;
constexpr double kTagWidth = 60; ///< px right of the line that a tag needs

QPen dotted(const QColor& colour)
{
    QPen pen(colour, 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({1.5, 2.5});
    return pen;
}

QCPItemStraightLine* addLine(PlotCanvas& canvas)
{
    auto* line = new QCPItemStraightLine(canvas.widget());
    line->setLayer(canvas.overlay());
    line->setAntialiased(false);
    return line;
}

}

CrosshairItems::CrosshairItems(PlotCanvas& canvas)
    : m_canvas(canvas)
    , m_kLine(addLine(canvas))
    , m_epsilonLine(addLine(canvas))
    , m_kTag(addTag())
    , m_epsilonTag(addTag())
{
    restyle();
    place();
}

QCPItemText* CrosshairItems::addTag()
{
    auto* tag = new QCPItemText(m_canvas.widget());
    tag->setLayer(m_canvas.overlay());
    tag->setPadding({5, 1, 5, 1});
    tag->setFont(textFont(px::smallText));
    tag->position->setType(QCPItemPosition::ptAbsolute);
    tag->setClipToAxisRect(true);
    return tag;
}

void CrosshairItems::set(const Crosshair& crosshair)
{
    m_crosshair = crosshair;
    place();
}

void CrosshairItems::restyle()
{
    const Theme& style = m_canvas.theme();
    for (QCPItemStraightLine* line : {m_kLine, m_epsilonLine})
        line->setPen(dotted(style.ink));
    for (QCPItemText* tag : {m_kTag, m_epsilonTag}) {
        tag->setColor(style.ink);
        tag->setBrush(withAlpha(style.panel2, 0.9));
        tag->setPen(Qt::NoPen);
    }
    placeDots();
}

void CrosshairItems::place()
{
    placeK();
    placeEpsilon();
    placeDots();
}

void CrosshairItems::placeK()
{
    const AxesRange range = m_canvas.visible();
    const bool shown = m_crosshair.k && *m_crosshair.k >= range.left && *m_crosshair.k <= range.right;
    m_kLine->setVisible(shown);
    m_kTag->setVisible(shown && m_crosshair.epsilon.has_value());
    if (!shown)
        return;
    m_kLine->point1->setCoords(*m_crosshair.k, range.bottom);
    m_kLine->point2->setCoords(*m_crosshair.k, range.top);
    const QRectF axes = m_canvas.axesRect();
    const double x = m_canvas.pixelOf({*m_crosshair.k, range.bottom}).x();
    const bool left = x + kTagWidth > axes.right();
    m_kTag->setText(QStringLiteral("k = %1").arg(countText(static_cast<qulonglong>(*m_crosshair.k))));
    m_kTag->setPositionAlignment(Qt::AlignBottom | (left ? Qt::AlignRight : Qt::AlignLeft));
    m_kTag->position->setCoords(left ? x - tagGap : x + tagGap, axes.bottom() - tagGap);
}

void CrosshairItems::placeEpsilon()
{
    const AxesRange range = m_canvas.visible();
    const bool shown = m_crosshair.epsilon && *m_crosshair.epsilon >= range.bottom && *m_crosshair.epsilon <= range.top;
    m_epsilonLine->setVisible(shown);
    m_epsilonTag->setVisible(shown);
    if (!shown)
        return;
    m_epsilonLine->point1->setCoords(range.left, *m_crosshair.epsilon);
    m_epsilonLine->point2->setCoords(range.right, *m_crosshair.epsilon);
    const QRectF axes = m_canvas.axesRect();
    const double y = m_canvas.pixelOf({range.left, *m_crosshair.epsilon}).y();
    const auto text = QStringLiteral("ε = %1").arg(shortestText(*m_crosshair.epsilon));
    const QSizeF size(QFontMetricsF(m_epsilonTag->font()).horizontalAdvance(text) + 10, tagHeight);
    const double leftX = axes.left() + tagGap;
    const double rightX = axes.right() - tagGap - size.width();
    const double above = y - 3 - size.height();
    const double below = y + 3;
    const std::array places{QPointF(leftX, above), QPointF(leftX, below), QPointF(rightX, above), QPointF(rightX, below)};
    const auto isFree = [&](const QPointF& place) {
        const QRectF tag(place, size);
        return axes.contains(tag) && !m_canvas.hasCurveIn(tag);
    };
    const auto found = std::ranges::find_if(places, isFree);
    const QPointF fallback(leftX, above < axes.top() ? below : above);
    m_epsilonTag->setText(text);
    m_epsilonTag->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_epsilonTag->position->setCoords(found == places.end() ? fallback : *found);
}

void CrosshairItems::placeDots()
{
    while (m_dots.size() < m_crosshair.dots.size()) {
        auto* dot = new QCPItemTracer(m_canvas.widget());
        dot->setLayer(m_canvas.overlay());
        dot->setStyle(QCPItemTracer::tsCircle);
        dot->setSize(dotSize);
        m_dots.push_back(dot);
    }
    const Theme& style = m_canvas.theme();
    const AxesRange range = m_canvas.visible();
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        const bool given = i < m_crosshair.dots.size() && m_crosshair.k;
        const double y = given ? m_crosshair.dots[i].y : 0;
        const bool shown = given && y >= range.bottom && y <= range.top && *m_crosshair.k >= range.left
            && *m_crosshair.k <= range.right;
        m_dots[i]->setVisible(shown);
        if (!shown)
            continue;
        const auto& verdict = m_crosshair.dots[i].verdict;
        m_dots[i]->setBrush(verdict ? verdictColour(style, *verdict) : style.accent);
        m_dots[i]->setPen(QPen(style.field, 1.5));
        m_dots[i]->position->setCoords(*m_crosshair.k, y);
    }
}

}
