// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"
#include "plots/plotdata.h"

namespace render {

/// Singular values of all keys and of the kept ones.
class SpectrumPlot : public Plot
{
    Q_OBJECT

public:
    explicit SpectrumPlot(QWidget* parent = nullptr);
    ~SpectrumPlot() override;

    void setData(const SpectrumData& data);

protected:
    void restyle(const Theme& style) override;

private:
    struct Curves;
    std::unique_ptr<Curves> m_curves;
};

}
