// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/choicebox.h"

#include "theme/themesource.h"

#include <QPainter>

namespace app {

void ChoiceBox::paintEvent(QPaintEvent* event)
{
    QComboBox::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnabled() ? render::theme().ink2 : render::theme().ink3);
    const QPointF tip(width() - 11.0, height() / 2.0 + 2);
    painter.drawPolygon(QPolygonF{{tip, tip + QPointF(-3.5, -4.5), tip + QPointF(3.5, -4.5)}});
}

}
