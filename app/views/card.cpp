// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/card.h"

#include "theme/themesource.h"

#include <QPainter>

namespace app {

namespace {

constexpr int radius = 8;

}

Card::Card(Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
{
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void Card::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme.panel);
    painter.setPen(Qt::NoPen);
    QRectF area(rect());
    if (m_kind == Kind::DropTarget) {
        QPen dashed(theme.line2, 2);
        dashed.setDashPattern({4, 3});
        painter.setPen(dashed);
        area.adjust(1, 1, -1, -1);
    }
    painter.drawRoundedRect(area, radius, radius);
}

}
