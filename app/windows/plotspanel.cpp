// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/plotspanel.h"

#include <cmath>

#include <QHBoxLayout>
#include <QPainter>

#include "figures/plotcontent.h"
#include "plots/outputerrorplot.h"
#include "plots/spectrumplot.h"
#include "plots/tailmassplot.h"
#include "session/explorer.h"
#include "theme/themesource.h"
#include "windows/crosshairs.h"

namespace app {

PlotsPanel::PlotsPanel(Explorer& explorer, QWidget* parent)
    : QWidget(parent)
    , m_explorer(explorer)
    , m_tailMass(new render::TailMassPlot(this))
    , m_spectrum(new render::SpectrumPlot(this))
    , m_outputError(new render::OutputErrorPlot(this))
    , m_curves([this] { showCurves(); }, this)
    , m_crosshairs([this] { showCrosshairs(); }, this)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(render::px::gap);
    layout->addWidget(m_tailMass, 44);
    layout->addWidget(m_spectrum, 26);
    layout->addWidget(m_outputError, 30);
    for (const auto changed : {&Explorer::rowDetailChanged, &Explorer::headChanged})
        connect(&explorer, changed, &m_curves, &Refresh::request);
    connect(&explorer, &Explorer::studyChanged, this, [this](std::size_t place) {
        if (place == m_explorer.place())
            m_curves.request();
    });
    connect(&explorer, &Explorer::parametersChanged, this, [this, sigma = std::nan("")]() mutable {
        if (m_explorer.parameters().sigma != sigma)
            m_curves.request();
        sigma = m_explorer.parameters().sigma;
        m_crosshairs.request();
    });
    connect(&explorer, &Explorer::spectrumChanged, this, &PlotsPanel::showSpectrum);
    connect(m_tailMass, &render::Plot::clicked, this, [this](QPointF value) {
        if (std::holds_alternative<core::TopK>(m_explorer.rule()))
            m_explorer.setK(static_cast<std::size_t>(std::max(1.0, std::round(value.x()))));
    });
}

void PlotsPanel::resetViews()
{
    m_tailMass->resetView();
    m_spectrum->resetView();
    m_outputError->resetView();
}

void PlotsPanel::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), render::theme().window);
}

void PlotsPanel::showCurves()
{
    if (!m_explorer.capture())
        return;
    const auto* detail = m_explorer.rowDetail();
    const auto* study = m_explorer.board().study(m_explorer.place());
    m_outputError->setVisible(m_explorer.head().hasValues);
    if (detail && m_explorer.pick()) {
        m_tailMass->setData(tailMassContent(m_explorer.pick()->row, *detail, study, m_explorer.parameters().sigma));
        m_outputError->setData(outputErrorContent(*detail));
    } else if (!m_explorer.pick()) {
        m_tailMass->setData(study ? tailMassContent(*study) : render::TailMassData{});
        m_outputError->setData(outputErrorContent());
    }
    showCrosshairs();
}

void PlotsPanel::showCrosshairs()
{
    m_tailMass->setCrosshair(tailMassCrosshairOf(m_explorer));
    const auto* truncation = m_explorer.truncation();
    m_outputError->setCrosshair(truncation ? outputErrorCrosshair(*truncation) : render::Crosshair{});
}

void PlotsPanel::showSpectrum()
{
    const auto& spectra = m_explorer.spectra();
    auto content = spectrumContent(spectra.whole(), spectra.kept());
    if (!spectra.whole() && spectra.isRunning())
        content.note = tr("Computing singular values");
    else if (!spectra.whole() && spectra.isStopped())
        content.note = tr("Stopped before there were singular values");
    m_spectrum->setData(content);
}

}
