// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/dropframe.h"

#include <QPainter>

#include "theme/themesource.h"

namespace app {

DropFrame::DropFrame(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropFrame::raiseOver()
{
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

void DropFrame::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const auto& theme = render::theme();
    painter.fillRect(rect(), render::withAlpha(theme.window, 0.6));
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
    painter.setFont(render::textFont(render::px::verdictText, QFont::Bold));
    painter.drawText(rect(), Qt::AlignCenter, tr("Open"));
}

}
