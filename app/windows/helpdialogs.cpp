// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/helpdialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QGridLayout>
#include <QKeySequence>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "exchange/document.h"
#include "theme/theme.h"
#include "windows/actions.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Help", text);
}

QDialog* makeDialog(QWidget& window, const QString& title, QWidget* content)
{
    auto* dialog = new QDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(content, 1);
    auto* close = new QPushButton(tr("Close"), dialog);
    close->setDefault(true);
    layout->addWidget(close, 0, Qt::AlignRight);
    QObject::connect(close, &QPushButton::clicked, dialog, &QDialog::accept);
    return dialog;
}

void addKey(QGridLayout& grid, const QString& keys, const QString& text)
{
    const auto row = grid.rowCount();
    auto* key = new QLabel(keys);
    key->setFont(render::textFont(render::px::bodyText, QFont::Bold));
    grid.addWidget(key, row, 0);
    grid.addWidget(new QLabel(text), row, 1);
}

void addViewKeys(QGridLayout& grid)
{
    addKey(grid, tr("1 … 9, 0"), tr("Head 0 … 9 of the layer"));
    addKey(grid, tr("← → ↑ ↓ in heads"), tr("Head, layer; Shift: by 8"));
    addKey(grid, tr("← → ↑ ↓ in the map"), tr("Move the pick; Shift: by 8, Ctrl: to the edge"));
    addKey(grid, tr("wheel, drag, double click"), tr("Zoom at the pointer, move, fit"));
}

}

void showKeys(QWidget& window)
{
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setColumnStretch(1, 1);
    grid->setHorizontalSpacing(24);
    for (const auto& entry : actionTable()) {
        QStringList keys;
        for (const auto* key : entry.keys)
            keys += QKeySequence(QLatin1String(key)).toString(QKeySequence::NativeText);
        if (!keys.isEmpty())
            addKey(*grid, keys.join(QStringLiteral(", ")), plainText(entry));
    }
    addViewKeys(*grid);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto* dialog = makeDialog(window, tr("Keys"), scroll);
    dialog->resize(460, 640);
    dialog->open();
}

void showAbout(QWidget& window)
{
    auto* text = new QLabel(tr(
        "<p><b>Tailmass %1</b></p>"
        "<p>See what a sparse attention pattern keeps, what it loses, and a number that is proven.</p>"
        "<p>Free software under the GNU General Public License, version 3 or later: you may use, change and share it "
        "under the same terms. It comes without any warranty.</p>"
        "<p>Stands on Qt %2 (LGPL 3) and QCustomPlot (GPL 3).</p>")
                                .arg(QString::fromStdString(std::string(core::programVersion())),
                                    QString::fromLatin1(qVersion())));
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* dialog = makeDialog(window, tr("About Tailmass"), text);
    dialog->resize(420, dialog->sizeHint().height());
    dialog->open();
}

}
