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
    ~OutputErrorPlot() override;

    void setData(const OutputErrorData& data);
    /// Cheap: only lines, tags and dots move.
    void setCrosshair(const Crosshair& crosshair);

protected:
    void restyle(const Theme& style) override;

private:
    struct Curves;
    std::unique_ptr<Curves> m_curves;
};

}
