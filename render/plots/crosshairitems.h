// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "plots/plotdata.h"

class QCPItemStraightLine;
class QCPItemText;
class QCPItemTracer;

namespace render {

class PlotCanvas;

/// Lines at k and epsilon with their tags, and dots on the curves. They live on the canvas' overlay, so moving them is
/// cheap.
class CrosshairItems
{
public:
    explicit CrosshairItems(PlotCanvas& canvas);

    void set(const Crosshair& crosshair);
    void restyle();
    /// After axes moved or the size changed.
    void place();

private:
    void placeK();
    void placeEpsilon();
    void placeDots();
    QCPItemText* addTag();

    PlotCanvas& m_canvas;
    Crosshair m_crosshair;
    QCPItemStraightLine* m_kLine = nullptr;
    QCPItemStraightLine* m_epsilonLine = nullptr;
    QCPItemText* m_kTag = nullptr;
    QCPItemText* m_epsilonTag = nullptr;
    std::vector<QCPItemTracer*> m_dots;
};

}
