// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QMainWindow>

#include "session/explorer.h"
#include "session/messages.h"
#include "session/recentfiles.h"
#include "theme/theme.h"
#include "windows/actions.h"

class QMenu;
class QStackedWidget;
class QToolBar;

namespace app {

class DropFrame;
class Exporter;
class HeadsPanel;
struct HintQuestion;
class DumpInspector;
class CertificatePanel;
class MapPage;
class MapPresenter;
class MessageBar;
class OutdatedVeil;
class PlotsPanel;
class RuleStrip;
class StartPage;
class StatusLine;

/// The window: parts in their places, and who talks to whom.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const QString& path, const core::Hints& hints = {});
    /// A line that asks for nothing.
    void say(const Message& message);
    Explorer& explorer() { return *m_explorer; }
    Actions& actions() { return *m_actions; }
    void setShade(render::Shade shade);
    /// Drawn with the newest state: nothing waits to be refreshed or painted.
    void settle();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void build();
    void buildDocks();
    void buildStatusBar();
    QDockWidget* addPanel(Qt::DockWidgetArea area, QWidget* panel);
    void connectState();
    void connectViews();
    void connectFileActions();
    void connectViewActions();
    void connectGoActions();
    void connectRuleActions();
    void showPage();
    void showSizes();
    void showOutdated();
    void showActivity();
    void showRecent();
    void ask(const HintQuestion& question);
    void takeError(const core::Error& error);
    void askForFile();
    void askForCorrection();
    void rememberHints();
    void askForMask();
    void askForFolder();
    void exportCurrent();
    void goTo(const struct Destination& destination);
    void goToWorstRow();
    void nextPanel(int step);

    std::unique_ptr<Explorer> m_explorer; ///< ends first: it waits for its jobs, whose answers the parts below take
    bool m_remember = false; ///< the dump that is being opened keeps its hints
    Settings m_settings;
    RecentFiles m_recent;
    Actions* m_actions;
    QMenu* m_recentMenu;
    QStackedWidget* m_pages;
    StartPage* m_start;
    MapPage* m_map;
    MessageBar* m_message;
    RuleStrip* m_rule;
    QToolBar* m_ruleBar;
    HeadsPanel* m_heads;
    DumpInspector* m_dump;
    CertificatePanel* m_certificate;
    PlotsPanel* m_plots;
    StatusLine* m_status;
    DropFrame* m_drop;
    MapPresenter* m_mapPresenter;
    Exporter* m_exporter;
    QDockWidget* m_left = nullptr;
    QDockWidget* m_right = nullptr;
    QDockWidget* m_bottom = nullptr;
    std::vector<OutdatedVeil*> m_veils; ///< over all that shows numbers, but for the certificate, which says so itself
};

}
