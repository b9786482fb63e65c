// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/primarybutton.h"

#include "theme/themesource.h"

#include <QPainter>

namespace app {

namespace {

constexpr int focusRoom = 3;

QFont buttonFont()
{
    return render::textFont(12, QFont::Bold);
}

}

PrimaryButton::PrimaryButton(const QString& text, QWidget* parent)
    : QAbstractButton(parent)
{
    setText(text);
    setAccessibleName(text);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

QSize PrimaryButton::sizeHint() const
{
    return {QFontMetrics(buttonFont()).horizontalAdvance(text()) + 52, 36};
}

void PrimaryButton::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF body = QRectF(rect()).adjusted(focusRoom, focusRoom, -focusRoom, -focusRoom);
    painter.setPen(underMouse() ? QPen(theme.ink, 1) : QPen(Qt::NoPen));
    painter.setBrush(isDown() ? theme.accentBackground : theme.accent);
    painter.drawRoundedRect(body, 4, 4);
    painter.setFont(buttonFont());
    painter.setPen(isDown() ? theme.ink : theme.onAccent);
    painter.drawText(rect(), Qt::AlignCenter, text());
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
    }
}

}
