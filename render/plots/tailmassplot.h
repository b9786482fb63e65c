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
    ~TailMassPlot() override;

    void setData(const TailMassData& data);
    /// Cheap: only lines, tags and dots move.
    void setCrosshair(const Crosshair& crosshair);

protected:
    void restyle(const Theme& style) override;

private:
    struct Curves;
    std::unique_ptr<Curves> m_curves;
};

}
