// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"
#include "plots/plotdata.h"

namespace render {

/// Tail mass by keys kept: row, head mean and maximum, percentile band, predictions, crosshair at k and epsilon.
class TailMassPlot : public Plot
{
    Q_OBJECT

public:
    explicit TailMassPlot(QWidget* parent = nullptr);

    void setData(const TailMassData& content);
    /// Cheap: only lines, tags and dots move.
    void setCrosshair(const Crosshair& crosshair);

private:
    // Curves of the canvas, by index.
    std::size_t m_percentiles;
    std::size_t m_rowInterval;
    std::size_t m_maximum;
    std::size_t m_gaussian;
    std::size_t m_plugIn;
    std::size_t m_mean;
    std::size_t m_row;
};

}
