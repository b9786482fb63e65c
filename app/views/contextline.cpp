// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/contextline.h"

#include "theme/themesource.h"

#include <QPainter>

#include <algorithm>

namespace app {

ContextLine::ContextLine(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void ContextLine::setContext(const QString& before, const QString& token, const QString& after)
{
    m_before = before;
    m_token = token;
    m_after = after;
    setAccessibleName(before + token + after);
    setToolTip(before + token + after);
    update();
}

void ContextLine::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    const QFontMetrics plain(render::textFont(11));
    const QFontMetrics bold(render::textFont(11, QFont::Bold));
    const QString token = bold.elidedText(m_token, Qt::ElideMiddle, width());
    const int room = width() - bold.horizontalAdvance(token);
    const int wantedAfter = plain.horizontalAdvance(m_after);
    const int forBefore = std::max(room / 2, room - wantedAfter);
    const QString before = plain.elidedText(m_before, Qt::ElideLeft, forBefore);
    const QString after = plain.elidedText(m_after, Qt::ElideRight, room - plain.horizontalAdvance(before));

    QPainter painter(this);
    int x = 0;
    const auto write = [&](const QString& text, const QFont& font, const QColor& ink) {
        painter.setFont(font);
        painter.setPen(ink);
        const int advance = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(QRect(x, 0, advance + 1, height()), Qt::AlignVCenter | Qt::TextSingleLine, text);
        x += advance;
    };
    write(before, render::textFont(11), theme.ink2);
    write(token, render::textFont(11, QFont::Bold), theme.accent);
    write(after, render::textFont(11), theme.ink2);
}

}
