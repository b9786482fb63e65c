// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "windows/refresh.h"

namespace render {
class OutputErrorPlot;
class SpectrumPlot;
class TailMassPlot;
}

namespace app {

class Explorer;

/// The bottom panel: tail mass, spectrum and, where the dump has values, output error.
class PlotsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PlotsPanel(Explorer& explorer, QWidget* parent = nullptr);

    render::TailMassPlot& tailMass() { return *m_tailMass; }
    render::SpectrumPlot& spectrum() { return *m_spectrum; }
    render::OutputErrorPlot& outputError() { return *m_outputError; }
    void resetViews();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showCurves();
    void showCrosshairs();
    void showSpectrum();

    Explorer& m_explorer;
    render::TailMassPlot* m_tailMass;
    render::SpectrumPlot* m_spectrum;
    render::OutputErrorPlot* m_outputError;
    Refresh m_curves;
    Refresh m_crosshairs;
};

}
