// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/plot.h"
#include "plots/plotdata.h"

namespace render {

/// Singular values of all keys and of the kept ones, by index.
class SpectrumPlot : public Plot
{
    Q_OBJECT

public:
    explicit SpectrumPlot(QWidget* parent = nullptr);

    void setData(const SpectrumData& content);

private:
    // Curves of the canvas, by index.
    std::size_t m_all;
    std::size_t m_kept;
};

}
