// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/leftpanel.h"

#include <algorithm>

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "theme/themesource.h"
#include "views/dumpinspector.h"
#include "views/headspanel.h"

namespace app {

LeftPanel::LeftPanel(HeadsPanel& heads, DumpInspector& dump, QWidget* parent)
    : QWidget(parent)
    , m_heads(heads)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(render::px::gap);
    layout->addWidget(&heads);
    layout->addWidget(&dump, 1);
    heads.grid().installEventFilter(this);
    heads.installEventFilter(this);
}

void LeftPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    share();
}

bool LeftPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize)
        share();
    return QWidget::eventFilter(watched, event);
}

void LeftPanel::share()
{
    const auto* viewport = m_heads.grid().parentWidget();
    if (!isVisible() || m_heads.height() <= viewport->height())
        return;
    const auto aroundCells = m_heads.height() - viewport->height();
    m_heads.setFixedHeight(std::min(aroundCells + m_heads.grid().sizeHint().height(), height() / 2));
}

void LeftPanel::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), render::theme().window);
}

}
