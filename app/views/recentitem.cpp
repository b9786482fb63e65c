// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/recentitem.h"

#include "theme/numbertext.h"
#include "theme/themesource.h"
#include "views/focusoutline.h"

#include <QPainter>

namespace app {

namespace {

constexpr int padding = 10;
constexpr int thumbnailSize = 56;
constexpr int textLeft = padding + thumbnailSize + 14;
constexpr int lineHeight = 19;
constexpr int shapeSize = 11;

}

RecentItem::RecentItem(const RecentDump& dump, QWidget* parent)
    : QAbstractButton(parent)
    , m_dump(dump)
{
    setText(dump.name);
    setAccessibleName(tr("Open %1").arg(dump.name));
    setAccessibleDescription(dump.content);
    setToolTip(dump.path);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void RecentItem::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool present = m_dump.state == RecentDump::State::Present;
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accentBackground);
        painter.drawRoundedRect(rect(), 4, 4);
    } else {
        painter.fillRect(QRect(padding, height() - 1, width() - 2 * padding, 1), theme.line);
    }
    const QRect thumbnail(padding, (height() - thumbnailSize) / 2, thumbnailSize, thumbnailSize);
    painter.fillRect(thumbnail, theme.field);
    if (!m_dump.thumbnail.isNull())
        painter.drawImage(thumbnail, m_dump.thumbnail);

    const QRect first(textLeft, (height() - 3 * lineHeight) / 2, width() - textLeft - padding, lineHeight);
    painter.setFont(render::textFont(11));
    const int sizeWidth = painter.fontMetrics().horizontalAdvance(m_dump.size);
    painter.setPen(theme.ink2);
    painter.drawText(first, Qt::AlignRight | Qt::AlignVCenter, m_dump.size);
    painter.setFont(render::textFont(12, QFont::Bold));
    painter.setPen(present ? theme.ink : theme.ink3);
    painter.drawText(first, Qt::AlignVCenter,
        render::elidedMiddle(m_dump.name, painter.fontMetrics(), first.width() - sizeWidth - 10));
    painter.setFont(render::textFont(11));
    painter.setPen(present ? theme.ink2 : theme.ink3);
    painter.drawText(first.translated(0, lineHeight), Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_dump.content, Qt::ElideRight, first.width()));
    paintLast(painter, first.translated(0, 2 * lineHeight));
    if (hasFocus())
        paintFocusOutline(painter, QRectF(rect()));
}

void RecentItem::paintLast(QPainter& painter, const QRect& line) const
{
    const render::Theme& theme = render::theme();
    if (m_dump.state == RecentDump::State::Missing || !m_dump.judgement) {
        painter.setPen(theme.ink3);
        painter.drawText(line, Qt::AlignVCenter,
            m_dump.state == RecentDump::State::Missing ? tr("not found") : tr("no certificate yet"));
        return;
    }
    const QRectF shape(line.left(), line.top() + (line.height() - shapeSize) / 2.0, shapeSize, shapeSize);
    paintVerdictShape(painter, shape, *m_dump.judgement, underMouse() ? theme.accentBackground : theme.panel);
    const QString word = wordOf(*m_dump.judgement);
    QRect rest = line.adjusted(shapeSize + 6, 0, 0, 0);
    painter.setPen(colourOf(*m_dump.judgement));
    painter.drawText(rest, Qt::AlignVCenter, word);
    rest.adjust(painter.fontMetrics().horizontalAdvance(word), 0, 0, 0);
    painter.setPen(theme.ink2);
    painter.drawText(rest, Qt::AlignVCenter,
        painter.fontMetrics().elidedText(QStringLiteral(" · ") + m_dump.last, Qt::ElideRight, rest.width()));
}

}
