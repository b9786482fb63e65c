// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "exchange/rememberedhints.h"
#include "files/sidecar.h"
#include "heatmap/heatmapview.h"
#include "plots/outputerrorplot.h"
#include "plots/spectrumplot.h"
#include "plots/tailmassplot.h"
#include "theme/themesource.h"
#include "views/certificatepanel.h"
#include "views/dumpinspector.h"
#include "views/headspanel.h"
#include "views/rulestrip.h"
#include "views/parameterrow.h"
#include "windows/correctdialog.h"
#include "windows/exporter.h"
#include "windows/helpdialogs.h"
#include "windows/mainwindow.h"
#include "windows/mappage.h"
#include "windows/mappresenter.h"
#include "windows/plotspanel.h"
#include "windows/statusline.h"

namespace app {

void MainWindow::connectFileActions()
{
    auto& actions = *m_actions;
    const auto on = [&](ActionId id, auto&& work) { connect(&actions[id], &QAction::triggered, this, work); };
    on(ActionId::Open, [this] { askForFile(); });
    on(ActionId::OpenFolder, [this] { askForFolder(); });
    on(ActionId::Reload, [this] { m_explorer->reload(); });
    on(ActionId::Correct, [this] { askForCorrection(); });
    on(ActionId::SaveCertificate, [this] { m_exporter->askForCertificate(); });
    on(ActionId::ExportFigure, [this] { exportCurrent(); });
    on(ActionId::ExportMap, [this] { m_exporter->askForFigure(PlotKind::Heatmap); });
    on(ActionId::ExportTailMass, [this] { m_exporter->askForFigure(PlotKind::TailMass); });
    on(ActionId::ExportSpectrum, [this] { m_exporter->askForFigure(PlotKind::Spectrum); });
    on(ActionId::ExportOutputError, [this] { m_exporter->askForFigure(PlotKind::OutputError); });
    on(ActionId::CopyReading, [this] { QApplication::clipboard()->setText(m_status->reading()); });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::Keys, [this] { showKeys(*this); });
    on(ActionId::About, [this] { showAbout(*this); });
}

void MainWindow::connectViewActions()
{
    auto& actions = *m_actions;
    const auto on = [&](ActionId id, auto&& work) { connect(&actions[id], &QAction::triggered, this, work); };
    for (const auto id : {ActionId::Spacing, ActionId::Reducer, ActionId::Veil})
        actions[id].setChecked(true);
    on(ActionId::Theme, [this] {
        const bool isDark = render::theme().shade == render::Shade::Dark;
        setShade(isDark ? render::Shade::Light : render::Shade::Dark);
    });
    on(ActionId::FullScreen, [this](bool full) { full ? showFullScreen() : showNormal(); });
    on(ActionId::Fit, [this] { m_map->map().fit(); });
    on(ActionId::ResetView, [this] {
        m_map->map().fit();
        m_plots->resetViews();
    });
    on(ActionId::ZoomIn, [this] { m_map->map().zoomIn(); });
    on(ActionId::ZoomOut, [this] { m_map->map().zoomOut(); });
    on(ActionId::Percentiles, [this] { m_mapPresenter->rangeToPercentiles(); });
    on(ActionId::Spacing,
        [this](bool log) { m_mapPresenter->setSpacing(log ? render::Spacing::Log : render::Spacing::Linear); });
    on(ActionId::Reducer,
        [this](bool largest) { m_mapPresenter->setReducer(largest ? core::Reducer::Largest : core::Reducer::Mean); });
    on(ActionId::Veil, [this](bool veiled) { m_mapPresenter->setVeiled(veiled); });
}

void MainWindow::connectGoActions()
{
    auto& actions = *m_actions;
    const auto on = [&](ActionId id, auto&& work) { connect(&actions[id], &QAction::triggered, this, work); };
    on(ActionId::NextHead, [this] { m_explorer->selectHead(m_explorer->place() + 1); });
    on(ActionId::PreviousHead, [this] {
        if (m_explorer->place() > 0)
            m_explorer->selectHead(m_explorer->place() - 1);
    });
    on(ActionId::WorstRow, [this] { goToWorstRow(); });
    on(ActionId::NextScope, [this] {
        const auto next = (static_cast<int>(m_explorer->scope()) + 1) % (static_cast<int>(core::Scope::Dump) + 1);
        m_explorer->setScope(static_cast<core::Scope>(next));
    });
    on(ActionId::GoTo, [this] { m_map->goTo().ask(); });
    on(ActionId::NextPanel, [this] { nextPanel(1); });
    on(ActionId::PreviousPanel, [this] { nextPanel(-1); });
    for (std::size_t digit = 0; digit <= 9; ++digit)
        connect(&actions.digit(digit), &QAction::triggered, this,
            [this, digit] { m_heads->grid().pickHead(digit == 0 ? 9 : digit - 1); });
}

void MainWindow::connectRuleActions()
{
    auto& actions = *m_actions;
    const auto on = [&](ActionId id, auto&& work) { connect(&actions[id], &QAction::triggered, this, work); };
    on(ActionId::KToKEps, [this] { m_explorer->setKToKEps(); });
    const auto onK = [&](ActionId id, auto&& move) {
        on(id, [this, move] {
            if (m_rule->rule().k().isVisible()) // k is a number of the present rule
                move(m_rule->k());
        });
    };
    onK(ActionId::KDown, [](ParameterRow& k) { k.step(-1); });
    onK(ActionId::KUp, [](ParameterRow& k) { k.step(1); });
    onK(ActionId::KHalf, [](ParameterRow& k) { k.page(-1); });
    onK(ActionId::KDouble, [](ParameterRow& k) { k.page(1); });
    on(ActionId::EpsilonDown, [this] { m_rule->epsilon().step(-1); });
    on(ActionId::EpsilonUp, [this] { m_rule->epsilon().step(1); });
    on(ActionId::SigmaDown, [this] { m_rule->sigma().step(-1); });
    on(ActionId::SigmaUp, [this] { m_rule->sigma().step(1); });
    on(ActionId::Stop, [this] {
        if (m_explorer->progress())
            m_explorer->stop();
        else
            m_explorer->clearPick();
    });
    on(ActionId::Resume, [this] { m_explorer->resume(); });
}

void MainWindow::askForFile()
{
    auto* dialog = new QFileDialog(this, tr("Open dump"), m_settings.folder(setting::folder));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Attention dumps (*.safetensors *.npy *.npz *.pt *.pth *.bin *.json *.h5 *.hdf5)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_settings.setValue(setting::folder, QFileInfo(path).absolutePath());
        open(path);
    });
    dialog->open();
}

void MainWindow::askForFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open folder as one dump"), m_settings.folder(setting::folder));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_settings.setValue(setting::folder, QFileInfo(path).absolutePath());
        open(path);
    });
    dialog->open();
}

void MainWindow::askForCorrection()
{
    const auto sidecar = core::sidecarPathOf(m_explorer->path().toStdString()).filename().string();
    app::askForCorrection(
        *this, *m_explorer->capture(), QString::fromStdString(sidecar), [this](const Correction& correction) {
            open(m_explorer->path(), correction.hints);
            m_remember = correction.remember;
        });
}

void MainWindow::rememberHints()
{
    if (!m_remember)
        return;
    m_remember = false;
    const auto written = core::rememberHints(m_explorer->path().toStdString(), m_explorer->capture()->hints());
    if (!written)
        takeError(written.error());
    else
        say({tr("%1 remembers what you stated.").arg(QString::fromStdString(written->string())), {}, {}});
}

void MainWindow::askForMask()
{
    auto* dialog = new QFileDialog(this, tr("Open mask"), m_settings.folder(setting::folder));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Masks (*.npy *.safetensors)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
        [this](const QString& path) { m_explorer->setRule(core::ImportedMask{path.toStdString()}); });
    dialog->open();
}

void MainWindow::showRecent()
{
    m_recentMenu->clear();
    for (const auto& file : m_recent.files()) {
        auto* action = m_recentMenu->addAction(QFileInfo(file.path).fileName());
        action->setToolTip(file.path);
        action->setEnabled(QFileInfo::exists(file.path));
        connect(action, &QAction::triggered, this, [this, path = file.path] { open(path); });
    }
    m_recentMenu->setEnabled(!m_recent.files().empty());
}

void MainWindow::exportCurrent()
{
    const auto holdsFocus = [](const QWidget& widget) {
        const auto* focus = QApplication::focusWidget();
        return focus && (focus == &widget || widget.isAncestorOf(focus));
    };
    if (holdsFocus(m_plots->tailMass()))
        m_exporter->askForFigure(PlotKind::TailMass);
    else if (holdsFocus(m_plots->spectrum()))
        m_exporter->askForFigure(PlotKind::Spectrum);
    else if (holdsFocus(m_plots->outputError()))
        m_exporter->askForFigure(PlotKind::OutputError);
    else
        m_exporter->askForFigure(PlotKind::Heatmap);
}

void MainWindow::goTo(const Destination& destination)
{
    if (destination.head) {
        const auto head = findHead(*m_explorer->capture(), *destination.head);
        if (!head) {
            takeError(head.error());
            return;
        }
        m_explorer->goTo({head->id, destination.row.value_or(m_explorer->pick() ? m_explorer->pick()->row.value : 0)});
    }
    const auto& info = m_explorer->head();
    if ((destination.row && *destination.row >= info.rowCount)
        || (destination.key && *destination.key >= info.keyCount)) {
        m_message->show({tr("There is no such row or key: %1 has rows 0 to %2 and keys 0 to %3.")
                             .arg(QString::fromStdString(info.name))
                             .arg(info.rowCount - 1)
                             .arg(info.keyCount - 1),
            {}, {}});
        return;
    }
    if (destination.row && destination.key)
        m_explorer->setPick({{*destination.row}, {*destination.key}});
    else if (destination.row)
        m_explorer->pickRow({*destination.row});
    m_map->map().setFocus();
}

void MainWindow::goToWorstRow()
{
    const auto scope = m_explorer->scope() == core::Scope::Rows ? core::Scope::Heads : m_explorer->scope();
    if (const auto worst = m_explorer->answer(scope).worst)
        m_explorer->goTo(*worst);
}

void MainWindow::nextPanel(int step)
{
    const std::vector<QWidget*> panels{&m_heads->grid(), m_dump, &m_map->map(), m_certificate, &m_plots->tailMass(),
        &m_plots->spectrum(), &m_plots->outputError(), m_rule};
    const auto* focus = QApplication::focusWidget();
    int current = step > 0 ? -1 : 0;
    for (std::size_t i = 0; i < panels.size(); ++i)
        if (focus && (panels[i] == focus || panels[i]->isAncestorOf(focus)))
            current = static_cast<int>(i);
    const auto count = static_cast<int>(panels.size());
    for (int tried = 0; tried < count; ++tried) {
        current = (current + step + count) % count;
        auto* panel = panels[static_cast<std::size_t>(current)];
        if (!panel->isVisible())
            continue;
        auto* target = panel->focusPolicy() != Qt::NoFocus ? panel : panel->nextInFocusChain();
        target->setFocus(Qt::TabFocusReason);
        return;
    }
}

}
