// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scopebutton.h"

#include "theme/themesource.h"
#include "views/focusoutline.h"

#include <QPainter>

namespace app {

namespace {

constexpr int shapeSize = 12;
constexpr int shapeGap = 5;
constexpr int buttonHeight = 24;

QFont buttonFont()
{
    return render::textFont(11);
}

}

ScopeButton::ScopeButton(QWidget* parent)
    : QToolButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void ScopeButton::setState(const ScopeState& state)
{
    if (state == m_state)
        return;
    m_state = state;
    setText(state.text);
    setAccessibleName(state.text + QStringLiteral(": ") + wordOf(state.judgement));
    setToolTip(accessibleName());
    updateGeometry();
    update();
}

int ScopeButton::contentWidth() const
{
    return QFontMetrics(buttonFont()).horizontalAdvance(text()) + shapeGap + shapeSize;
}

QSize ScopeButton::sizeHint() const
{
    return {contentWidth() + 14, buttonHeight};
}

QSize ScopeButton::minimumSizeHint() const
{
    return {contentWidth() + 6, buttonHeight};
}

void ScopeButton::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (isChecked() || isDown() || underMouse()) {
        painter.setBrush(isChecked() || isDown() ? QBrush(theme.accentBackground) : QBrush(Qt::NoBrush));
        painter.setPen(QPen(isChecked() ? theme.accent : theme.ink3, 1));
        painter.drawRoundedRect(frame, 4, 4);
    } else if (x() > 0) {
        painter.fillRect(QRectF(0, 1, 1, height() - 2), theme.line2);
    }
    const int left = (width() - contentWidth()) / 2;
    painter.setFont(buttonFont());
    painter.setPen(isEnabled() ? theme.ink : theme.ink3);
    painter.drawText(QRect(left, 0, contentWidth(), height()), Qt::AlignLeft | Qt::AlignVCenter, text());
    const QRectF shape(left + contentWidth() - shapeSize, (height() - shapeSize) / 2.0, shapeSize, shapeSize);
    paintVerdictShape(painter, shape, m_state.judgement, isChecked() ? theme.accentBackground : theme.panel2);
    if (hasFocus())
        paintFocusOutline(painter, QRectF(rect()));
}

}
