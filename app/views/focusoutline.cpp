// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/focusoutline.h"

#include "theme/themesource.h"

#include <QPainter>

namespace app {

void paintFocusOutline(QPainter& painter, const QRectF& area)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(render::theme().accent, 2));
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4);
    painter.restore();
}

}
