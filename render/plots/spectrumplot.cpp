// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/spectrumplot.h"

#include <algorithm>
#include <limits>

#include "plots/plotcanvas.h"

namespace render {

namespace {

constexpr double headroom = 10; ///< of the axis over the largest value
constexpr double mostDecades = 1e5;

struct Ends
{
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0;
    double count = 1;
};

Ends endsOf(const SpectrumData& data)
{
    Ends ends;
    for (const Line* line : {&data.all, &data.kept}) {
        for (const double y : line->y) {
            if (y > 0)
                ends.smallest = std::min(ends.smallest, y);
            ends.largest = std::max(ends.largest, y);
        }
        if (!line->empty())
            ends.count = std::max(ends.count, line->x.back());
    }
    return ends;
}

}

SpectrumPlot::SpectrumPlot(QWidget* parent)
    : Plot(tr("Spectrum"), parent)
    , m_all(canvas().addCurve(CurveRole::Mean))
    , m_kept(canvas().addCurve(CurveRole::Overlaid))
{
    canvas().setAxisTitles(tr("index"), tr("singular value"));
}

void SpectrumPlot::setData(const SpectrumData& content)
{
    PlotCanvas& c = canvas();
    c.setLine(m_all, content.allName, content.all);
    c.setLine(m_kept, content.keptName, content.kept);
    c.setNote(content.note);
    c.setFacts(content.facts);
    const Ends ends = endsOf(content);
    const double top = ends.largest > 0 ? ends.largest * headroom : 1;
    const double bottom = std::clamp(ends.smallest, top / mostDecades, top / 100);
    c.setHome({.left = 1, .right = std::max(2.0, ends.count), .bottom = bottom, .top = top});
    refresh();
}

}
