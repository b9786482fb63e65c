// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/actions.h"

#include <array>

#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

namespace app {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("app::Actions", text);
}

QString menuText(const ActionEntry& entry)
{
    auto text = translated(entry.text);
    if (text.startsWith(QLatin1Char('|')))
        text.remove(0, 1);
    return text;
}

QMenu* menuOf(std::map<MenuId, QMenu*>& menus, QMenuBar& bar, MenuId id)
{
    static const std::array<std::pair<MenuId, const char*>, 6> titles{
        {{MenuId::File, QT_TRANSLATE_NOOP("app::Actions", "&File")},
            {MenuId::Export, QT_TRANSLATE_NOOP("app::Actions", "E&xport figure")},
            {MenuId::View, QT_TRANSLATE_NOOP("app::Actions", "&View")},
            {MenuId::Go, QT_TRANSLATE_NOOP("app::Actions", "&Go")},
            {MenuId::Rule, QT_TRANSLATE_NOOP("app::Actions", "&Rule")},
            {MenuId::Help, QT_TRANSLATE_NOOP("app::Actions", "&Help")}}};
    if (const auto found = menus.find(id); found != menus.end())
        return found->second;
    for (const auto& [menu, title] : titles)
        if (menu == id)
            menus[id] = id == MenuId::Export ? menus.at(MenuId::File)->addMenu(translated(title))
                                             : bar.addMenu(translated(title));
    return menus.at(id);
}

}

const std::vector<ActionEntry>& actionTable()
{
    using enum ActionId;
    using M = MenuId;
    using N = Needs;
#define TEXT(text) QT_TRANSLATE_NOOP("app::Actions", text)
    static const std::vector<ActionEntry> table{
        {Open, M::File, N::Nothing, TEXT("&Open…"), {"Ctrl+O"}},
        {OpenFolder, M::File, N::Nothing, TEXT("Open &folder…"), {"Ctrl+Shift+O"}},
        {Reload, M::File, N::Dump, TEXT("&Reload"), {"Ctrl+R", "F5"}},
        {Correct, M::File, N::Dump, TEXT("Co&rrect what was understood…"), {"Ctrl+I"}},
        {SaveCertificate, M::File, N::Dump, TEXT("|&Save certificate…"), {"Ctrl+S"}},
        {ExportFigure, M::File, N::Dump, TEXT("&Export this figure…"), {"Ctrl+E"}},
        {ExportMap, M::Export, N::Dump, TEXT("&Heatmap…"), {}},
        {ExportTailMass, M::Export, N::Dump, TEXT("&Tail mass…"), {}},
        {ExportSpectrum, M::Export, N::Dump, TEXT("&Spectrum…"), {}},
        {ExportOutputError, M::Export, N::Dump, TEXT("&Output error…"), {}},
        {CopyReading, M::File, N::Dump, TEXT("|&Copy reading"), {"Ctrl+C"}},
        {Quit, M::File, N::Nothing, TEXT("|&Quit"), {"Ctrl+Q"}},
        {Theme, M::View, N::Nothing, TEXT("&Dark or light"), {"Ctrl+T"}},
        {FullScreen, M::View, N::Nothing, TEXT("F&ull screen"), {"F11"}, true},
        {Fit, M::View, N::Dump, TEXT("|&Fit map"), {"F"}},
        {ResetView, M::View, N::Dump, TEXT("&Reset map and plots"), {"R"}},
        {ZoomIn, M::View, N::Dump, TEXT("Zoom &in"), {"+", "Ctrl++"}},
        {ZoomOut, M::View, N::Dump, TEXT("Zoom &out"), {"-", "Ctrl+-"}},
        {Percentiles, M::View, N::Dump, TEXT("|Colour range to &percentiles"), {"N"}},
        {Spacing, M::View, N::Dump, TEXT("&Logarithmic colour"), {"L"}, true},
        {Reducer, M::View, N::Dump, TEXT("Largest cell of a pixel, not the &mean"), {"M"}, true},
        {Veil, M::View, N::Dump, TEXT("&Veil over dropped cells"), {"V"}, true},
        {PreviousHead, M::Go, N::Dump, TEXT("&Previous head"), {"Ctrl+PgUp"}},
        {NextHead, M::Go, N::Dump, TEXT("&Next head"), {"Ctrl+PgDown"}},
        {WorstRow, M::Go, N::Dump, TEXT("|&Worst row of the scope"), {"W"}},
        {NextScope, M::Go, N::Dump, TEXT("Next &scope"), {"S"}},
        {GoTo, M::Go, N::Dump, TEXT("&Go to row, key or head…"), {"Ctrl+G"}},
        {NextPanel, M::Go, N::Nothing, TEXT("|Next p&anel"), {"F6"}},
        {PreviousPanel, M::Go, N::Nothing, TEXT("Previous pane&l"), {"Shift+F6"}},
        {KToKEps, M::Rule, N::Dump, TEXT("Set k to &k_eps of the scope"), {"K"}},
        {KDown, M::Rule, N::Dump, TEXT("|k down by 1"), {"["}},
        {KUp, M::Rule, N::Dump, TEXT("k up by 1"), {"]"}},
        {KHalf, M::Rule, N::Dump, TEXT("k down by half"), {"{"}},
        {KDouble, M::Rule, N::Dump, TEXT("k up by double"), {"}"}},
        {EpsilonDown, M::Rule, N::Dump, TEXT("|ε down"), {","}},
        {EpsilonUp, M::Rule, N::Dump, TEXT("ε up"), {"."}},
        {SigmaDown, M::Rule, N::Dump, TEXT("|σ down"), {";"}},
        {SigmaUp, M::Rule, N::Dump, TEXT("σ up"), {"'"}},
        {Stop, M::Rule, N::Nothing, TEXT("|S&top the running work"), {"Esc"}},
        {Resume, M::Rule, N::Dump, TEXT("&Continue the stopped work"), {}},
        {Keys, M::Help, N::Nothing, TEXT("&Keys"), {"?", "F1"}},
        {About, M::Help, N::Nothing, TEXT("&About Tailmass"), {}},
    };
#undef TEXT
    return table;
}

Actions::Actions(QWidget* window)
    : QObject(window)
{
    for (const auto& entry : actionTable()) {
        auto* action = new QAction(menuText(entry), this);
        QList<QKeySequence> keys;
        for (const auto* key : entry.keys)
            keys += QKeySequence(QLatin1String(key));
        action->setShortcuts(keys);
        action->setCheckable(entry.checkable);
        window->addAction(action);
        m_actions[entry.id] = action;
    }
    addDigits(window);
}

void Actions::addDigits(QWidget* window)
{
    for (std::size_t digit = 0; digit < m_digits.size(); ++digit) {
        m_digits[digit] = new QAction(this);
        m_digits[digit]->setShortcut(QKeySequence(static_cast<int>(Qt::Key_0) + static_cast<int>(digit)));
        window->addAction(m_digits[digit]);
    }
}

QString plainText(const ActionEntry& entry)
{
    return menuText(entry).remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

void Actions::fill(QMenuBar& bar, QMenu* recent)
{
    std::map<MenuId, QMenu*> menus;
    for (const auto& entry : actionTable()) {
        auto* menu = menuOf(menus, bar, entry.menu);
        if (entry.text[0] == '|')
            menu->addSeparator();
        menu->addAction(m_actions.at(entry.id));
        if (entry.id == ActionId::OpenFolder)
            menu->addMenu(recent);
    }
}

void Actions::setDumpOpen(bool open)
{
    for (const auto& entry : actionTable())
        if (entry.needs == Needs::Dump)
            m_actions.at(entry.id)->setEnabled(open);
    for (auto* digit : m_digits)
        digit->setEnabled(open);
}

}
