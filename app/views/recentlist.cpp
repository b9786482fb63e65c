// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/recentlist.h"

#include "views/linkbutton.h"
#include "views/recentitem.h"
#include "views/textline.h"

#include <QHBoxLayout>
#include <QScrollArea>

namespace app {

RecentList::RecentList(QWidget* parent)
    : Card(Kind::Plain, parent)
    , m_items(nullptr)
    , m_clear(new LinkButton(this))
    , m_none(new TextLine({tr("No file was opened yet."), Tone::Label, QFont::Normal, 11}, this))
{
    m_clear->setText(tr("Clear list"));
    m_clear->setAccessibleName(tr("Clear the list of recent files"));
    connect(m_clear, &LinkButton::clicked, this, &RecentList::clearRequested);
    auto* titleRow = new QHBoxLayout;
    titleRow->setContentsMargins(10, 0, 10, 0);
    titleRow->addWidget(new TextLine({tr("Recent files"), Tone::Value, QFont::Bold}, this));
    titleRow->addStretch(1);
    titleRow->addWidget(m_clear);
    auto* content = new QWidget;
    m_items = new QVBoxLayout(content);
    m_items->setContentsMargins(0, 0, 0, 0);
    m_items->setSpacing(4);
    m_items->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 8, 6, 8);
    column->setSpacing(8);
    column->addLayout(titleRow);
    auto* noneRow = new QHBoxLayout;
    noneRow->setContentsMargins(10, 0, 10, 0);
    noneRow->addWidget(m_none);
    column->addLayout(noneRow);
    column->addWidget(scroll, 1);
    setDumps({});
}

void RecentList::setDumps(const std::vector<RecentDump>& dumps)
{
    while (m_items->count() > 1) {
        QLayoutItem* item = m_items->takeAt(0);
        item->widget()->deleteLater();
        item->widget()->hide();
        delete item;
    }
    for (const RecentDump& dump : dumps) {
        auto* item = new RecentItem(dump);
        const bool present = dump.state == RecentDump::State::Present;
        connect(item, &QAbstractButton::clicked, this, [this, path = dump.path, present] {
            if (present)
                Q_EMIT chosen(path);
            else
                Q_EMIT missingChosen(path);
        });
        m_items->insertWidget(m_items->count() - 1, item);
    }
    m_clear->setVisible(!dumps.empty());
    m_none->setVisible(dumps.empty());
}

}
