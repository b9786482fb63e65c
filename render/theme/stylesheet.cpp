// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/stylesheet.h"

#include <array>
#include <utility>

namespace render {

namespace {

/// @name@ stands for a colour of the theme.
const char* const sheet = R"(
QMainWindow, QDialog { background: @panel@; }
QMainWindow::separator { background: @window@; width: 4px; height: 4px; }
QSplitter::handle { background: @window@; }
QSplitter::handle:horizontal { width: 4px; }
QSplitter::handle:vertical { height: 4px; }
QDockWidget { color: @ink@; font-weight: 700; }
QDockWidget > QWidget { background: @panel@; }
QWidget[role="panel"], QWidget[role="bar"] { background: @panel@; }
QToolBar { background: @panel@; border: none; spacing: 8px; }
QScrollArea, QScrollArea > QWidget > QWidget { background: @panel@; border: none; }

QMenuBar { background: @panel@; color: @ink@; padding: 0 4px; }
QMenuBar::item { background: transparent; padding: 2px 8px; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @accentBackground@; }
QMenu { background: @panel@; color: @ink@; border: 1px solid @line2@; padding: 4px 0; }
QMenu::item { padding: 4px 24px 4px 20px; }
QMenu::item:selected { background: @accentBackground@; }
QMenu::item:disabled { color: @ink3@; }
QMenu::separator { height: 1px; background: @line@; margin: 4px 0; }
QStatusBar { background: @panel@; color: @ink2@; min-height: 22px; }
QStatusBar::item { border: none; }
QToolTip { background: @panel2@; color: @ink@; border: 1px solid @line2@; padding: 3px 5px; }

QPushButton, QToolButton, QComboBox {
    background: @panel2@; color: @ink@; border: 1px solid @line2@; border-radius: 4px; padding: 0 9px; min-height: 22px; max-height: 22px;
}
QPushButton[controlSize="header"], QToolButton[controlSize="header"], QComboBox[controlSize="header"], QLineEdit[controlSize="header"] { min-height: 20px; max-height: 20px; }
QPushButton[controlSize="title"], QToolButton[controlSize="title"], QComboBox[controlSize="title"], QLineEdit[controlSize="title"] { min-height: 18px; max-height: 18px; font-size: 11px; }
QPushButton[controlSize="status"] { min-height: 14px; max-height: 14px; font-size: 11px; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: @ink3@; }
QPushButton:checked, QToolButton:checked { background: @accentBackground@; border-color: @accent@; }
QPushButton:pressed, QToolButton:pressed { background: @accentBackground@; }
QPushButton:focus, QToolButton:focus, QComboBox:focus { border: 2px solid @accent@; padding: 0 8px; min-height: 20px; max-height: 20px; }
QPushButton[controlSize="header"]:focus, QToolButton[controlSize="header"]:focus, QComboBox[controlSize="header"]:focus { min-height: 18px; max-height: 18px; }
QPushButton[controlSize="title"]:focus, QToolButton[controlSize="title"]:focus, QComboBox[controlSize="title"]:focus { min-height: 16px; max-height: 16px; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled { background: transparent; color: @ink3@; border-color: @line@; }
QToolButton[popupMode="1"] { padding-right: 16px; }
QComboBox::drop-down { border: none; width: 18px; }
QComboBox::down-arrow { image: url(:/render/arrow-down.svg); width: 8px; height: 5px; }
QComboBox QAbstractItemView { background: @panel@; color: @ink@; border: 1px solid @line2@; selection-background-color: @accentBackground@; selection-color: @ink@; outline: none; }

QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit {
    background: @field@; color: @ink@; border: 1px solid @line2@; border-radius: 4px; padding: 0 6px;
    selection-background-color: @accent@; selection-color: @onAccent@;
}
QLineEdit, QSpinBox, QDoubleSpinBox { min-height: 22px; max-height: 22px; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover { border-color: @ink3@; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit:focus { border: 2px solid @accent@; padding: 0 5px; min-height: 20px; }
QLineEdit[controlSize="header"]:focus { min-height: 18px; max-height: 18px; }
QLineEdit:disabled { background: transparent; color: @ink3@; border-color: @line@; }
QLineEdit[invalid="true"] { border-color: @notCertified@; }

QCheckBox { color: @ink@; spacing: 7px; }
QCheckBox::indicator { width: 12px; height: 12px; border: 1px solid @ink3@; border-radius: 3px; background: @field@; }
QCheckBox::indicator:hover { border-color: @ink2@; }
QCheckBox::indicator:focus { border-color: @accent@; }
QCheckBox::indicator:checked { border-color: @accent@; image: url(:/render/tick.svg); }

QTreeView, QTableView, QListView {
    background: @panel@; alternate-background-color: @panel@; color: @ink@; border: none; outline: none;
    selection-background-color: @accentBackground@; selection-color: @ink@; gridline-color: @line@;
}
QTreeView:focus, QTableView:focus, QListView:focus { border: 2px solid @accent@; }
QHeaderView::section { background: @panel@; color: @ink2@; border: none; border-bottom: 1px solid @line@; padding: 2px 4px; font-size: 11px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @line2@; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: @ink3@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar { background: @field@; border: 1px solid @line2@; border-radius: 3px; color: @ink@; text-align: center; }
QProgressBar::chunk { background: @accent@; border-radius: 2px; }

QLabel { background: transparent; }
QLabel[role="label"] { color: @ink2@; }
QLabel[role="caption"] { color: @ink2@; font-size: 11px; }
QLabel[role="tick"] { color: @ink3@; font-size: 10px; }
QLabel[role="title"] { color: @ink@; font-weight: 700; }
QLabel[role="head"] { color: @ink@; font-size: 14px; font-weight: 700; }
QLabel[tag] { font-size: 10px; border-radius: 3px; padding: 0 4px; }
QLabel[tag="exact"] { color: @exact@; border: 1px solid @exact@; }
QLabel[tag="bound"] { color: @ink2@; border: 1px solid @bound@; }
QLabel[tag="prediction"] { color: @prediction@; border: 1px dashed @prediction@; }
QLabel[tag="whatif"] { color: @ink2@; border: 1px dotted @ink2@; }
)";

}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.panel);
    palette.setColor(QPalette::WindowText, theme.ink);
    palette.setColor(QPalette::Base, theme.field);
    palette.setColor(QPalette::AlternateBase, theme.panel2);
    palette.setColor(QPalette::Text, theme.ink);
    palette.setColor(QPalette::PlaceholderText, theme.ink3);
    palette.setColor(QPalette::Button, theme.panel2);
    palette.setColor(QPalette::ButtonText, theme.ink);
    palette.setColor(QPalette::BrightText, theme.notCertified);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::ToolTipBase, theme.panel2);
    palette.setColor(QPalette::ToolTipText, theme.ink);
    palette.setColor(QPalette::Light, theme.line);
    palette.setColor(QPalette::Midlight, theme.line);
    palette.setColor(QPalette::Mid, theme.line2);
    palette.setColor(QPalette::Dark, theme.line2);
    palette.setColor(QPalette::Shadow, theme.window);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.ink3);
    return palette;
}

QString styleSheetOf(const Theme& theme)
{
    const std::array colours{
        std::pair{"window", theme.window},
        std::pair{"panel", theme.panel},
        std::pair{"panel2", theme.panel2},
        std::pair{"field", theme.field},
        std::pair{"line", theme.line},
        std::pair{"line2", theme.line2},
        std::pair{"ink", theme.ink},
        std::pair{"ink2", theme.ink2},
        std::pair{"ink3", theme.ink3},
        std::pair{"accent", theme.accent},
        std::pair{"accentBackground", theme.accentBackground},
        std::pair{"onAccent", theme.onAccent},
        std::pair{"notCertified", theme.notCertified},
        std::pair{"exact", theme.exact},
        std::pair{"bound", theme.bound},
        std::pair{"prediction", theme.prediction},
    };
    QString result = QString::fromUtf8(sheet);
    for (const auto& [name, colour] : colours)
        result.replace(QStringLiteral("@%1@").arg(QLatin1String(name)), colour.name());
    return result;
}

}
