// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/rangehistogram.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "theme/palette.h"
#include "theme/themesource.h"

namespace render {

namespace {

constexpr int countsHeight = 20;
constexpr int rampHeight = 8;
constexpr int footHeight = 8;
constexpr double footWidth = 10;
constexpr double reach = 7; ///< px from a handle within which it is gripped
constexpr double margin = footWidth / 2; ///< room for a foot at either end
constexpr double leastGap = 4; ///< px between the handles

}

RangeHistogram::RangeHistogram(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Colour range"));
    setToolTip(tr("Number of cells by value. Height is the square root of the count. Drag an end, or both from between "
                  "them; a double "
                  "click takes the full range."));
    connect(&ThemeSource::instance(), &ThemeSource::themeChanged, this, [this] { update(); });
}

void RangeHistogram::setHistogram(const ValueHistogram& histogram)
{
    m_histogram = histogram;
    update();
}

void RangeHistogram::setRange(const ColourRange& range)
{
    m_range = range;
    update();
}

double RangeHistogram::pixelOf(double value) const
{
    double share = (value - m_histogram.low) / (m_histogram.high - m_histogram.low);
    if (m_histogram.spacing == Spacing::Log)
        share =
            std::log(std::max(value, m_histogram.low) / m_histogram.low) / std::log(m_histogram.high / m_histogram.low);
    return margin + std::clamp(share, 0.0, 1.0) * (width() - 2 * margin);
}

double RangeHistogram::valueAt(double pixel) const
{
    const double share = std::clamp((pixel - margin) / std::max(1.0, width() - 2 * margin), 0.0, 1.0);
    if (m_histogram.spacing == Spacing::Log)
        return m_histogram.low * std::pow(m_histogram.high / m_histogram.low, share);
    return m_histogram.low + share * (m_histogram.high - m_histogram.low);
}

QSize RangeHistogram::sizeHint() const
{
    return {236, countsHeight + rampHeight + footHeight};
}

QSize RangeHistogram::minimumSizeHint() const
{
    return {120, countsHeight + rampHeight + footHeight};
}

void RangeHistogram::paintCounts(QPainter& painter) const
{
    const double most = m_histogram.counts.empty() ? 0 : *std::ranges::max_element(m_histogram.counts);
    if (!(most > 0))
        return;
    const double inner = width() - 2 * margin;
    const double bin = inner / static_cast<double>(m_histogram.counts.size());
    QPainterPath path(QPointF(margin, countsHeight));
    for (std::size_t i = 0; i < m_histogram.counts.size(); ++i) {
        const double y = countsHeight - std::sqrt(std::max(0.0, m_histogram.counts[i]) / most) * (countsHeight - 2);
        path.lineTo(margin + static_cast<double>(i) * bin, y);
        path.lineTo(margin + static_cast<double>(i + 1) * bin, y);
    }
    path.lineTo(width() - margin, countsHeight);
    painter.fillPath(path, withAlpha(theme().ink3, 0.7));
}

void RangeHistogram::paintRamp(QPainter& painter) const
{
    const ColourTable& table = sequentialTable(theme().shade);
    const double low = pixelOf(m_range.low);
    const double high = std::max(low + 1, pixelOf(m_range.high));
    for (int x = static_cast<int>(margin); x < width() - margin; ++x)
        painter.fillRect(
            QRectF(x, countsHeight, 1, rampHeight), QColor(tableColour(table, (x + 0.5 - low) / (high - low))));
}

void RangeHistogram::paintHandle(QPainter& painter, double x) const
{
    painter.setPen(QPen(theme().ink, 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(x, 0), QPointF(x, countsHeight + rampHeight));
    const double top = countsHeight + rampHeight;
    const double half = footWidth / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().ink);
    painter.drawPolygon(QPolygonF{{x, top - 1}, {x + half, top + 3}, {x + half, top + footHeight},
        {x - half, top + footHeight}, {x - half, top + 3}});
}

void RangeHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF frame(margin, 0, width() - 2 * margin, countsHeight + rampHeight);
    painter.fillRect(frame, theme().field);
    paintRamp(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCounts(painter);
    painter.setPen(QPen(hasFocus() ? theme().accent : theme().line2, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5));
    paintHandle(painter, pixelOf(m_range.low));
    paintHandle(painter, pixelOf(m_range.high));
}

RangeHistogram::Grip RangeHistogram::gripAt(double x) const
{
    const double low = pixelOf(m_range.low);
    const double high = pixelOf(m_range.high);
    if (std::min(std::abs(x - low), std::abs(x - high)) <= reach)
        return std::abs(x - low) < std::abs(x - high) ? Grip::Low : Grip::High;
    if (x > low && x < high)
        return Grip::Both;
    return x < low ? Grip::Low : Grip::High;
}

void RangeHistogram::moveEnds(const ColourRange& range)
{
    if (range == m_range)
        return;
    setRange(range);
    Q_EMIT rangeDragged(range);
}

void RangeHistogram::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_grip = gripAt(event->position().x());
    m_gripX = event->position().x();
    m_gripRange = m_range;
}

void RangeHistogram::mouseMoveEvent(QMouseEvent* event)
{
    const double low = pixelOf(m_gripRange.low);
    const double high = pixelOf(m_gripRange.high);
    const double x = event->position().x();
    ColourRange range = m_range;
    switch (m_grip) {
    case Grip::None:
        return;
    case Grip::Low:
        range.low = valueAt(std::min(x, high - leastGap));
        break;
    case Grip::High:
        range.high = valueAt(std::max(x, low + leastGap));
        break;
    case Grip::Both: {
        const double by = std::clamp(x - m_gripX, margin - low, width() - margin - high);
        range.low = valueAt(low + by);
        range.high = valueAt(high + by);
        break;
    }
    }
    moveEnds(range);
}

void RangeHistogram::mouseReleaseEvent(QMouseEvent*)
{
    m_grip = Grip::None;
}

void RangeHistogram::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_grip = Grip::None;
    if (event->button() == Qt::LeftButton)
        moveEnds({m_histogram.low, m_histogram.high, m_range.spacing});
}

void RangeHistogram::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Left ? -2 : event->key() == Qt::Key_Right ? 2 : 0;
    if (by == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    ColourRange range = m_range;
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        range.high = valueAt(std::max(pixelOf(range.high) + by, pixelOf(range.low) + leastGap));
    else
        range.low = valueAt(std::min(pixelOf(range.low) + by, pixelOf(range.high) - leastGap));
    moveEnds(range);
}

}
