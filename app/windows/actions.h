// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <vector>

#include <QAction>
#include <QObject>

class QMenu;
class QMenuBar;
class QWidget;

namespace app {

/// Everything that a menu or a key can do.
enum class ActionId {
    Open,
    OpenFolder,
    Reload,
    Correct,
    SaveCertificate,
    ExportFigure,
    ExportMap,
    ExportTailMass,
    ExportSpectrum,
    ExportOutputError,
    CopyReading,
    Quit,
    Theme,
    FullScreen,
    Fit,
    ResetView,
    ZoomIn,
    ZoomOut,
    Percentiles,
    Spacing,
    Reducer,
    Veil,
    NextHead,
    PreviousHead,
    WorstRow,
    KToKEps,
    NextScope,
    GoTo,
    KDown,
    KUp,
    KHalf,
    KDouble,
    EpsilonDown,
    EpsilonUp,
    SigmaDown,
    SigmaUp,
    NextPanel,
    PreviousPanel,
    Stop,
    Resume,
    Keys,
    About,
};

enum class MenuId { File, Export, View, Go, Rule, Help };

/// When an action can be used.
enum class Needs { Nothing, Dump };

/// One row of the table that menus, shortcuts and the table of keys derive from.
struct ActionEntry
{
    ActionId id;
    MenuId menu;
    Needs needs;
    const char* text; ///< translated under "app::Actions"; "|" in front: a separator comes before
    std::vector<const char*> keys; ///< as QKeySequence reads them
    bool checkable = false;
};

const std::vector<ActionEntry>& actionTable();
/// Translated, without mnemonic and separator marks.
QString plainText(const ActionEntry& entry);

/// The actions of one window, made from the table.
class Actions : public QObject
{
    Q_OBJECT

public:
    explicit Actions(QWidget* window);

    QAction& operator[](ActionId id) { return *m_actions.at(id); }
    /// The keys 0 ... 9, which choose a head of the layer. They are in no menu.
    QAction& digit(std::size_t digit) { return *m_digits.at(digit); }
    /// Fills the menu bar in the order of the table. `recent` becomes a submenu of the file menu.
    void fill(QMenuBar& bar, QMenu* recent);
    void setDumpOpen(bool open);

private:
    void addDigits(QWidget* window);

    std::map<ActionId, QAction*> m_actions;
    std::array<QAction*, 10> m_digits{};
};

}
