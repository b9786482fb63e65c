// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"
#include "plots/plotdata.h"

namespace render {

/// Output error by keys kept: exact, and bounds.
class OutputErrorPlot : public Plot
{
    Q_OBJECT

public:
    explicit OutputErrorPlot(QWidget* parent = nullptr);

    void setData(const OutputErrorData& content);
    /// Cheap: only lines, tags and dots move.
    void setCrosshair(const Crosshair& crosshair);

private:
    // Curves of the canvas, by index.
    std::size_t m_variance;
    std::size_t m_radius;
    std::size_t m_row;
};

}
