// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/tailmassplot.h"

#include <algorithm>

#include "plots/plotcanvas.h"

namespace render {

TailMassPlot::TailMassPlot(QWidget* parent)
    : Plot(tr("Tail mass"), parent)
    , m_percentiles(canvas().addCurve(CurveRole::Percentiles))
    , m_rowInterval(canvas().addCurve(CurveRole::RowInterval))
    , m_maximum(canvas().addCurve(CurveRole::Maximum))
    , m_gaussian(canvas().addCurve(CurveRole::Gaussian))
    , m_plugIn(canvas().addCurve(CurveRole::PlugIn))
    , m_mean(canvas().addCurve(CurveRole::Mean))
    , m_row(canvas().addCurve(CurveRole::Row))
{
    canvas().setAxisTitles(tr("keys kept k"), tr("tail mass τ"));
    canvas().setLegendOrder({m_row, m_rowInterval, m_mean, m_maximum, m_percentiles, m_gaussian, m_plugIn});
}

void TailMassPlot::setData(const TailMassData& content)
{
    PlotCanvas& c = canvas();
    c.setBand(m_percentiles, tr("p10–p90"), content.percentiles);
    c.setBand(m_rowInterval, content.rowIntervalName, content.rowInterval);
    c.setLine(m_maximum, tr("max"), content.maximum);
    c.setLine(m_gaussian, tr("Gaussian"), content.gaussian);
    c.setLine(m_plugIn, tr("plug-in"), content.plugIn);
    c.setLine(m_mean, tr("head mean"), content.mean);
    c.setLine(m_row, content.rowName, content.row);
    c.setNote(content.note);
    c.setHome({.left = 1, .right = std::max(2.0, content.keyCount), .bottom = content.lowest, .top = 1});
    refresh();
}

void TailMassPlot::setCrosshair(const Crosshair& crosshair)
{
    moveCrosshair(crosshair);
}

}
