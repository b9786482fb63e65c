// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sectiontitle.h"

#include "theme/themesource.h"
#include "views/focusoutline.h"

#include <QHBoxLayout>
#include <QPainter>

namespace app {

namespace {

constexpr int titleLeft = 14;
constexpr int rowHeight = 26;

QFont titleFont()
{
    return render::textFont(12, QFont::Bold);
}

}

SectionTitle::SectionTitle(const QString& title, std::optional<NumberKind> kind, QWidget* parent)
    : QAbstractButton(parent)
    , m_row(new QHBoxLayout(this))
{
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_row->setSpacing(6);
    if (kind)
        m_row->addWidget(new Tag(*kind, this), 0, Qt::AlignVCenter);
    m_row->addStretch(0);
    setTitle(title);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void SectionTitle::setTitle(const QString& title)
{
    setText(title);
    setAccessibleName(title);
    m_row->setContentsMargins(titleLeft + titleWidth() + 8, 0, 0, 0);
    update();
}

void SectionTitle::addRight(QWidget* widget)
{
    m_row->addWidget(widget);
}

int SectionTitle::titleWidth() const
{
    return QFontMetrics(titleFont()).horizontalAdvance(text());
}

QSize SectionTitle::sizeHint() const
{
    return {m_row->sizeHint().width(), rowHeight};
}

QSize SectionTitle::minimumSizeHint() const
{
    return {m_row->minimumSize().width(), rowHeight};
}

void SectionTitle::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(underMouse() ? theme.ink : theme.ink2, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF centre(4.5, height() / 2.0 + 0.5);
    if (isChecked())
        painter.drawPolyline(QPolygonF{{centre + QPointF(-4, -2), centre + QPointF(0, 2), centre + QPointF(4, -2)}});
    else
        painter.drawPolyline(QPolygonF{{centre + QPointF(-2, -4), centre + QPointF(2, 0), centre + QPointF(-2, 4)}});
    painter.setFont(titleFont());
    painter.setPen(theme.ink);
    painter.drawText(QRect(titleLeft, 0, titleWidth() + 1, height()), Qt::AlignVCenter, text());
    if (hasFocus())
        paintFocusOutline(painter, QRectF(rect()).adjusted(-4, 1, 4, -1).intersected(QRectF(rect())));
}

}
