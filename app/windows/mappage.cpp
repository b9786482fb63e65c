// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/mappage.h"

#include <QHBoxLayout>
#include <QResizeEvent>
#include <QVBoxLayout>

#include "theme/theme.h"
#include "views/pickpanel.h"

namespace app {

namespace {
constexpr int widthForPick = 720; ///< px of the page below which the pick panel gives way
constexpr int pickWidth = 232;
}

MapPage::MapPage(QWidget* parent)
    : QWidget(parent)
    , m_goTo(new GoToBar(this))
    , m_header(new MapHeader(this))
    , m_pane(new render::MapPane(this))
    , m_pick(new PickPanel(this))
{
    setProperty("role", QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_goTo);
    layout->addWidget(m_header);
    auto* row = new QHBoxLayout;
    row->setSpacing(render::px::gap);
    row->addWidget(m_pane, 1);
    m_pick->setFixedWidth(pickWidth);
    row->addWidget(m_pick);
    layout->addLayout(row, 1);
}

void MapPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool hasRoom = event->size().width() >= widthForPick;
    if (hasRoom == m_pick->isVisibleTo(this))
        return;
    m_pick->setVisible(hasRoom);
    if (hasRoom)
        Q_EMIT pickPanelShown();
}

}
