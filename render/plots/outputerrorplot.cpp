// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/outputerrorplot.h"

#include <algorithm>

#include "plots/plotcanvas.h"

namespace render {

namespace {

constexpr double decades = 1e5;
constexpr double headroom = 3;

double largestOf(const Line& line)
{
    return line.empty() ? 0 : *std::ranges::max_element(line.y);
}

}

OutputErrorPlot::OutputErrorPlot(QWidget* parent)
    : Plot(tr("Output error"), parent)
    , m_variance(canvas().addCurve(CurveRole::LooserBound))
    , m_radius(canvas().addCurve(CurveRole::Bound))
    , m_row(canvas().addCurve(CurveRole::Row))
{
    canvas().setAxisTitles(tr("keys kept k"), QStringLiteral("‖ô − o‖₂"));
    canvas().setLegendOrder({m_row, m_radius, m_variance});
}

void OutputErrorPlot::setData(const OutputErrorData& content)
{
    PlotCanvas& c = canvas();
    c.setLine(m_variance, tr("variance"), content.varianceBound);
    c.setLine(m_radius, tr("2 R τ"), content.radiusBound);
    c.setLine(m_row, tr("row"), content.row);
    c.setNote(content.note);
    const double largest = std::max(largestOf(content.row), largestOf(content.radiusBound) / headroom);
    const double top = largest > 0 ? headroom * largest : 1;
    c.setHome({.left = 1, .right = std::max(2.0, content.keyCount), .bottom = top / decades, .top = top});
    refresh();
}

void OutputErrorPlot::setCrosshair(const Crosshair& crosshair)
{
    moveCrosshair(crosshair);
}

}
