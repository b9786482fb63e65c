// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/linkbutton.h"

#include "theme/themesource.h"
#include "views/focusoutline.h"

#include <QPainter>

namespace app {

namespace {

constexpr int room = 3; // for the focus outline

QFont linkFont()
{
    QFont font = render::textFont(12);
    font.setUnderline(true);
    return font;
}

}

LinkButton::LinkButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

QSize LinkButton::sizeHint() const
{
    return {QFontMetrics(linkFont()).horizontalAdvance(text()) + 2 * room, 19};
}

void LinkButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(linkFont());
    painter.setPen(isEnabled() ? render::theme().accent : render::theme().ink3);
    painter.drawText(rect(), Qt::AlignCenter, text());
    if (hasFocus())
        paintFocusOutline(painter, QRectF(rect()));
}

}
