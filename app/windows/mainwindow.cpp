// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QPainter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "heatmap/heatmapview.h"
#include "session/activity.h"
#include "session/hintquestion.h"
#include "theme/themesource.h"
#include "views/certificatepanel.h"
#include "views/dumpinspector.h"
#include "views/headspanel.h"
#include "views/rulestrip.h"
#include "views/startpage.h"
#include "windows/certificatepresenter.h"
#include "windows/dropframe.h"
#include "windows/dumpcontent.h"
#include "windows/exporter.h"
#include "windows/headspresenter.h"
#include "windows/leftpanel.h"
#include "windows/mappage.h"
#include "windows/mappresenter.h"
#include "windows/outdatedveil.h"
#include "windows/pickpresenter.h"
#include "windows/plotspanel.h"
#include "windows/recentpresenter.h"
#include "windows/rulepresenter.h"
#include "windows/statusline.h"

namespace app {

namespace {

/// Below these sizes of the window the docks are narrower (look 1).
constexpr int wideWindow = 1400;
constexpr int tallWindow = 860;
constexpr int narrowLeft = 232;
constexpr int narrowRight = 308;
constexpr int lowBottom = 190;

QString droppedFile(const QMimeData& data)
{
    const auto urls = data.urls();
    return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_explorer(std::make_unique<Explorer>())
    , m_recent(m_settings)
    , m_actions(new Actions(this))
    , m_recentMenu(new QMenu(tr("Open &recent"), this))
    , m_pages(new QStackedWidget(this))
    , m_start(new StartPage(this))
    , m_map(new MapPage(this))
    , m_message(new MessageBar(this))
    , m_rule(new RuleStrip(this))
    , m_ruleBar(new QToolBar(tr("Rule"), this))
    , m_heads(new HeadsPanel(this))
    , m_dump(new DumpInspector(this))
    , m_certificate(new CertificatePanel(this))
    , m_plots(new PlotsPanel(*m_explorer, this))
    , m_status(new StatusLine(this))
    , m_drop(new DropFrame(this))
    , m_mapPresenter(new MapPresenter(*m_explorer, *m_map, this))
    , m_exporter(new Exporter({*this, *m_explorer, *m_map, *m_mapPresenter}, m_settings, this))
{
    setWindowTitle(tr("Tailmass"));
    setAcceptDrops(true);
    resize(1440, 900);
    build();
    connectState();
    connectViews();
    connectFileActions();
    connectViewActions();
    connectGoActions();
    connectRuleActions();
    m_explorer->setEpsilon(m_settings.value(setting::epsilon));
    restoreGeometry(m_settings.value(setting::geometry));
    showPage();
    showActivity();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    m_actions->fill(*menuBar(), m_recentMenu);
    menuBar()->setFixedHeight(render::px::menuBar);
    m_ruleBar->setMovable(false);
    m_ruleBar->setFloatable(false);
    m_ruleBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_ruleBar->addWidget(m_rule);
    addToolBar(m_ruleBar);
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_message);
    layout->addWidget(m_pages, 1);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_map);
    setCentralWidget(centre);
    buildDocks();
    buildStatusBar();
}

QDockWidget* MainWindow::addPanel(Qt::DockWidgetArea area, QWidget* panel)
{
    auto* dock = new QDockWidget(this);
    dock->setFeatures(QDockWidget::NoDockWidgetFeatures);
    auto* noTitle = new QWidget(dock);
    noTitle->setFixedHeight(0);
    dock->setTitleBarWidget(noTitle);
    dock->setWidget(panel);
    dock->setContextMenuPolicy(Qt::PreventContextMenu);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildDocks()
{
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    auto* left = new LeftPanel(*m_heads, *m_dump, this);
    m_left = addPanel(Qt::LeftDockWidgetArea, left);
    m_right = addPanel(Qt::RightDockWidgetArea, m_certificate);
    m_bottom = addPanel(Qt::BottomDockWidgetArea, m_plots);
    m_veils = {new OutdatedVeil(*m_map, tr("The file changed after this was drawn. Reload it.")),
        new OutdatedVeil(*m_plots, {}), new OutdatedVeil(*left, {}), new OutdatedVeil(*m_rule, {})};
}

void MainWindow::buildStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(0, 0, 0, 0);
    statusBar()->addWidget(m_status, 1);
}

void MainWindow::connectState()
{
    new HeadsPresenter(*m_explorer, *m_heads, this);
    new RulePresenter(*m_explorer, *m_rule, this);
    connect(m_rule, &RuleStrip::maskRequested, this, &MainWindow::askForMask);
    new PickPresenter(*m_explorer, *m_map, this);
    new CertificatePresenter(*m_explorer, *m_certificate, this);
    new RecentPresenter(*m_explorer, m_recent, *m_start, this);
    connect(m_explorer.get(), &Explorer::captureChanged, this, [this] {
        m_message->hide();
        m_recent.add(m_explorer->path());
        showOutdated();
        showPage();
        m_map->map().setFocus();
        rememberHints();
    });
    auto* dump = new Refresh(
        [this] {
            if (m_explorer->capture())
                m_dump->setValues(dumpContent(*m_explorer));
        },
        this);
    for (const auto changed : {&Explorer::headChanged, &Explorer::residentChanged, &Explorer::activityChanged})
        connect(m_explorer.get(), changed, dump, &Refresh::request);
    connect(m_explorer.get(), &Explorer::activityChanged, this, &MainWindow::showActivity);
    connect(m_explorer.get(), &Explorer::residentChanged, this, &MainWindow::showActivity);
    connect(m_explorer.get(), &Explorer::failed, this, &MainWindow::takeError);
    connect(m_explorer.get(), &Explorer::fileChanged, this, [this] {
        showOutdated();
        m_message->show({tr("The file changed."), {}, {}}, MessageBar::Offer::Reload);
    });
    connect(&m_recent, &RecentFiles::changed, this, &MainWindow::showRecent);
    showRecent();
}

void MainWindow::connectViews()
{
    connect(m_start, &StartPage::openRequested, this, &MainWindow::askForFile);
    for (const auto request : {&StartPage::fileDropped, &StartPage::sampleRequested, &StartPage::recentRequested})
        connect(m_start, request, this, [this](const QString& path) { open(path); });
    connect(m_start, &StartPage::missingRequested, &m_recent, &RecentFiles::remove);
    connect(m_start, &StartPage::clearRecentRequested, &m_recent, &RecentFiles::clear);
    connect(m_dump, &DumpInspector::correctionRequested, this, &MainWindow::askForCorrection);
    connect(m_certificate, &CertificatePanel::saveRequested, m_exporter, &Exporter::askForCertificate);
    connect(m_certificate, &CertificatePanel::worstRowRequested, this, &MainWindow::goToWorstRow);
    connect(m_exporter, &Exporter::failed, this, &MainWindow::takeError);
    connect(m_exporter, &Exporter::done, m_status, &StatusLine::setReading);
    connect(m_mapPresenter, &MapPresenter::readingChanged, m_status, &StatusLine::setReading);
    connect(
        m_mapPresenter, &MapPresenter::scaleChanged, this, [this] { m_status->setScale(m_mapPresenter->scaleText()); });
    connect(m_status, &StatusLine::stopRequested, m_explorer.get(), &Explorer::stop);
    connect(m_message, &MessageBar::reloadRequested, m_explorer.get(), &Explorer::reload);
    connect(&m_map->goTo(), &GoToBar::chosen, this, &MainWindow::goTo);
}

void MainWindow::open(const QString& path, const core::Hints& hints)
{
    m_message->hide();
    m_remember = false;
    m_explorer->open(QDir::cleanPath(path), hints);
}

void MainWindow::say(const Message& message)
{
    m_message->show(message);
}

void MainWindow::setShade(render::Shade shade)
{
    m_settings.setValue(setting::dark, shade == render::Shade::Dark);
    render::ThemeSource::instance().setShade(shade);
}

void MainWindow::settle()
{
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

void MainWindow::showPage()
{
    const bool open = m_explorer->capture() != nullptr;
    m_pages->setCurrentWidget(open ? static_cast<QWidget*>(m_map) : m_start);
    m_ruleBar->setVisible(open);
    for (auto* dock : {m_left, m_right, m_bottom})
        dock->setVisible(open);
    m_actions->setDumpOpen(open);
    if (open)
        setWindowTitle(tr("%1 – Tailmass").arg(QFileInfo(m_explorer->path()).fileName()));
    showSizes();
}

void MainWindow::showSizes()
{
    const bool wide = width() >= wideWindow;
    const bool tall = height() >= tallWindow;
    m_left->setFixedWidth(wide ? render::px::leftDock : narrowLeft);
    m_right->setFixedWidth(wide ? render::px::rightDock : narrowRight);
    m_bottom->setFixedHeight(tall ? render::px::bottomDock : lowBottom);
}

void MainWindow::showActivity()
{
    const bool open = m_explorer->capture() != nullptr;
    if (!open)
        m_status->setReading(tr("No dump open"));
    m_status->setScale(open ? m_mapPresenter->scaleText() : QString());
    m_status->setBackend(open ? tr("CPU backend") : QString());
    const auto text = activityText(*m_explorer);
    m_status->setActivity(text.isEmpty() ? tr("Ctrl+O open · ? keys") : text, m_explorer->progress());
    (*m_actions)[ActionId::Stop].setEnabled(true);
    (*m_actions)[ActionId::Resume].setEnabled(open && m_explorer->isStopped());
}

void MainWindow::showOutdated()
{
    const bool outdated = m_explorer->isOutdated();
    for (auto* veil : m_veils)
        veil->setOutdated(outdated);
    m_actions->setDumpOpen(m_explorer->capture() != nullptr && !outdated);
    (*m_actions)[ActionId::Reload].setEnabled(m_explorer->capture() != nullptr);
    (*m_actions)[ActionId::SaveCertificate].setEnabled(m_explorer->capture() != nullptr);
}

void MainWindow::ask(const HintQuestion& question)
{
    std::vector<MessageBar::Answer> answers;
    for (const auto& answer : question.answers)
        answers.push_back({answer.label, answer.tip,
            [this, path = m_explorer->openingPath(), hints = answer.hints] { open(path, hints); }});
    m_message->ask(question.message, answers);
    showActivity();
}

void MainWindow::takeError(const core::Error& error)
{
    if (error.code == core::ErrorCode::HintNeeded) {
        ask(hintQuestion(error, m_explorer->dump().openingHints()));
        return;
    }
    const bool reloads = error.code == core::ErrorCode::FileChanged || m_explorer->isOutdated();
    const auto offer = reloads ? MessageBar::Offer::Reload : MessageBar::Offer::Nothing;
    m_message->show(windowMessageOf(error), offer);
    showActivity();
}

void MainWindow::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), render::theme().window);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    showSizes();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setValue(setting::geometry, saveGeometry());
    m_settings.setValue(setting::epsilon, m_explorer->parameters().epsilon);
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (droppedFile(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_drop->raiseOver();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_drop->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_drop->hide();
    event->acceptProposedAction();
    open(droppedFile(*event->mimeData()));
}

}
