// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/exporter.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "figures/mapcontent.h"
#include "figures/plotcontent.h"
#include "heatmap/heatmapview.h"
#include "session/explorer.h"
#include "views/verdictshape.h"
#include "windows/crosshairs.h"
#include "windows/mappage.h"
#include "windows/mappresenter.h"

namespace app {

namespace {

QString stemOf(PlotKind kind)
{
    switch (kind) {
    case PlotKind::Heatmap:
        return QStringLiteral("heatmap");
    case PlotKind::TailMass:
        return QStringLiteral("tail-mass");
    case PlotKind::Spectrum:
        return QStringLiteral("spectrum");
    case PlotKind::OutputError:
        return QStringLiteral("output-error");
    }
    return {};
}

/// The ending that a name filter such as "PNG image (*.png)" stands for.
QString endingOf(const QString& filter)
{
    return filter.section(QStringLiteral("(*."), 1).section(QLatin1Char(')'), 0, 0);
}

}

Exporter::Exporter(Screen screen, Settings& settings, QObject* parent)
    : QObject(parent)
    , m_screen(screen)
    , m_settings(settings)
{
}

void Exporter::ask(
    const QString& title, const QString& name, const QStringList& filters, std::function<void(const QString&)> write)
{
    auto* dialog = new QFileDialog(&m_screen.window, title, m_settings.folder(setting::exportFolder));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(endingOf(filters.front()));
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::filterSelected, dialog,
        [dialog](const QString& filter) { dialog->setDefaultSuffix(endingOf(filter)); });
    connect(dialog, &QFileDialog::fileSelected, this, [this, write = std::move(write)](const QString& path) {
        m_settings.setValue(setting::exportFolder, QFileInfo(path).absolutePath());
        write(path);
    });
    dialog->open();
}

/// Says why not, where nothing can be stated of the dump any more.
bool Exporter::mayState()
{
    auto& explorer = m_screen.explorer;
    if (!explorer.capture())
        return false;
    explorer.dump().check();
    if (!explorer.isOutdated())
        return true;
    Q_EMIT failed(outdatedError(explorer.path().toStdString()));
    return false;
}

void Exporter::askForFigure(PlotKind kind)
{
    if (!mayState())
        return;
    ask(tr("Export figure"), QString::fromStdString(m_screen.explorer.head().name) + QLatin1Char('-') + stemOf(kind),
        {tr("PNG image (*.png)"), tr("SVG drawing (*.svg)"), tr("PDF document (*.pdf)"), tr("CSV data (*.csv)")},
        [this, kind](const QString& path) { writeFigure(kind, path); });
}

void Exporter::askForCertificate()
{
    if (!mayState())
        return;
    ask(tr("Save certificate"), QStringLiteral("certificate"), {tr("Certificate (*.json)")},
        [this](const QString& path) { writeCertificate(path); });
}

void Exporter::writeFigure(PlotKind kind, const QString& path)
{
    if (!mayState())
        return;
    const auto saved = render::saveFigure(figure(kind), path.toStdString());
    if (saved)
        Q_EMIT done(tr("Wrote %1").arg(QDir::toNativeSeparators(path)));
    else
        Q_EMIT failed(saved.error());
}

render::HeatmapFigure Exporter::heatmap() const
{
    auto& explorer = m_screen.explorer;
    auto& map = m_screen.page.map();
    render::HeatmapFigure figure;
    figure.head = mapHeadOf(*explorer.capture(), explorer.head(), explorer.resident());
    if (const auto held = explorer.residentHead()) {
        figure.provider = tileProvider(held, explorer.pool());
        figure.value = [held](render::Cell cell) { return held->probability(cell.row, cell.key); };
    }
    figure.range = map.range();
    if (m_screen.map.isVeiled())
        figure.veil = explorer.preparedRule();
    figure.reducer = m_screen.map.reducer();
    figure.markers.pick = map.pick();
    figure.camera = map.camera();
    return figure;
}

render::FigureSpec Exporter::figure(PlotKind kind) const
{
    const auto& explorer = m_screen.explorer;
    const auto* detail = explorer.rowDetail();
    const auto* study = explorer.board().study(explorer.place());
    const auto& parameters = explorer.parameters();
    render::FigureSpec spec;
    switch (kind) {
    case PlotKind::Heatmap:
        spec.content = heatmap();
        spec.size = {640, 640};
        break;
    case PlotKind::TailMass:
        if (detail)
            spec.content = render::TailMassFigure{
                tailMassContent(explorer.pick()->row, *detail, study, parameters.sigma), tailMassCrosshairOf(explorer)};
        else
            spec.content = render::TailMassFigure{study ? tailMassContent(*study) : render::TailMassData{}, {}};
        break;
    case PlotKind::Spectrum:
        spec.content = render::SpectrumFigure{spectrumContent(explorer.spectra().whole(), explorer.spectra().kept())};
        break;
    case PlotKind::OutputError:
        spec.content = render::OutputErrorFigure{detail ? outputErrorContent(*detail) : outputErrorContent(),
            explorer.truncation() ? outputErrorCrosshair(*explorer.truncation()) : render::Crosshair{}};
        break;
    }
    return spec;
}

CertificateOrder Exporter::order(const QString& path) const
{
    const auto& explorer = m_screen.explorer;
    CertificateOrder order{explorer.capture(), explorer.dump().stamp(), {}, {}, {}, path.toStdString()};
    order.claim.rule = explorer.rule();
    order.claim.epsilon = explorer.parameters().epsilon;
    order.claim.scope = explorer.scope();
    order.heads = explorer.headsOf(explorer.scope());
    if (explorer.scope() == core::Scope::Rows && explorer.pick())
        order.rows = {explorer.pick()->row.value};
    return order;
}

void Exporter::writeCertificate(const QString& path)
{
    if (!mayState())
        return;
    auto& explorer = m_screen.explorer;
    auto work = [order = order(path), backend = &explorer.backend(), pool = &explorer.pool()](
                    const core::Progress& progress) {
        core::Work context{*pool, progress};
        return saveCertificate(order, *backend, context);
    };
    m_saving =
        explorer.jobs().start<core::Verdict>(this, std::move(work), [this, path](core::Result<core::Verdict> verdict) {
            if (verdict)
                Q_EMIT done(tr("%1. Wrote %2").arg(wordOf(judgementOf(*verdict)), QDir::toNativeSeparators(path)));
            else
                Q_EMIT failed(verdict.error());
        });
}

}
