// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/colourramp.h"

#include "theme/palette.h"
#include "theme/themesource.h"

#include <QPainter>

namespace app {

namespace {

constexpr int rampHeight = 8;
constexpr int gap = 8;

}

ColourRamp::ColourRamp(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void ColourRamp::setMeaning(const QString& low, const QString& meaning, const QString& high)
{
    m_low = low;
    m_meaning = meaning;
    m_high = high;
    setAccessibleName(tr("Colours: %1, from %2 to %3").arg(meaning, low, high));
    updateGeometry();
    update();
}

QSize ColourRamp::minimumSizeHint() const
{
    const QFontMetrics metrics(render::textFont(10));
    const int side = std::max(metrics.horizontalAdvance(m_low), metrics.horizontalAdvance(m_high));
    return {metrics.horizontalAdvance(m_meaning) + 2 * (gap + side), 24};
}

void ColourRamp::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    const render::ColourTable& table = render::sequentialTable(theme.shade);
    QPainter painter(this);
    const QImage entries(
        reinterpret_cast<const uchar*>(table.data()), static_cast<int>(table.size()), 1, QImage::Format_RGB32);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRect(0, 0, width(), rampHeight), entries);
    const QRect words(0, rampHeight + 2, width(), height() - rampHeight - 2);
    painter.setFont(render::textFont(10));
    painter.setPen(theme.ink2);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, m_low);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, m_high);
    painter.drawText(words, Qt::AlignCenter, m_meaning);
}

}
