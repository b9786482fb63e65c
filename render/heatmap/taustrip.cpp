// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/taustrip.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>

#include "theme/numbertext.h"
#include "theme/themesource.h"

namespace render {

namespace {

constexpr double usualFrom = 1e-4;
constexpr double barShare = 0.8; ///< opacity of a bar
constexpr double gapFrom = 5; ///< rows this high get a gap of 1 px

}

TauStrip::TauStrip(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setAccessibleName(tr("Tail mass by row"));
    connect(&ThemeSource::instance(), &ThemeSource::themeChanged, this, [this] { update(); });
}

void TauStrip::setTailMass(std::vector<std::optional<core::Interval>> rows)
{
    m_tailMass = std::move(rows);
    update();
}

void TauStrip::setEpsilon(double epsilon)
{
    m_epsilon = epsilon;
    update();
}

void TauStrip::setRows(const AxisView& rows)
{
    if (rows == m_rows)
        return;
    m_rows = rows;
    update();
}

void TauStrip::setPick(std::optional<std::size_t> row)
{
    m_pick = row;
    update();
}

double TauStrip::axisFrom() const
{
    if (!(m_epsilon > 0) || m_epsilon >= 10 * usualFrom)
        return usualFrom;
    return std::pow(10.0, std::floor(std::log10(m_epsilon)) - 1);
}

double TauStrip::pixelOf(double tailMass) const
{
    const double from = axisFrom();
    const double share = std::log10(std::max(tailMass, from) / from) / -std::log10(from);
    return 1 + std::clamp(share, 0.0, 1.0) * (width() - 2);
}

QSize TauStrip::sizeHint() const
{
    return {56, 522};
}

std::optional<std::size_t> TauStrip::rowAt(double y) const
{
    const double row = std::floor(m_rows.cellAt(y));
    if (y < m_rows.origin || y >= m_rows.origin + m_rows.pixels || row < 0
        || row >= static_cast<double>(m_tailMass.size()))
        return std::nullopt;
    return static_cast<std::size_t>(row);
}

std::optional<core::Interval> TauStrip::largestBetween(std::size_t begin, std::size_t end) const
{
    std::optional<core::Interval> largest;
    for (std::size_t row = begin; row < std::min(end, m_tailMass.size()); ++row) {
        const auto& value = m_tailMass[row];
        if (value && (!largest || value->upper > largest->upper))
            largest = value;
    }
    return largest;
}

void TauStrip::paintBar(QPainter& painter, const core::Interval& tailMass, double y, double height) const
{
    const Theme& style = theme();
    const double epsilon = pixelOf(m_epsilon);
    const double end = pixelOf(tailMass.upper);
    const core::Verdict verdict = core::decide(tailMass, m_epsilon);
    if (verdict == core::Verdict::NotCertified) {
        painter.fillRect(QRectF(1, y, epsilon - 1, height), style.line2);
        painter.fillRect(QRectF(epsilon, y, end - epsilon, height), withAlpha(style.notCertified, barShare));
    } else {
        painter.fillRect(QRectF(1, y, end - 1, height), withAlpha(verdictColour(style, verdict), barShare));
    }
    const double begin = pixelOf(tailMass.lower);
    if (end - begin > 1 && verdict != core::Verdict::Undecided)
        painter.fillRect(QRectF(begin, y, end - begin, height), style.exact);
}

void TauStrip::paintAxis(QPainter& painter) const
{
    const Theme& style = theme();
    const double y = m_rows.origin + m_rows.pixels + 3;
    const QFont font = textFont(px::tickText);
    const QFont bold = textFont(px::tickText, QFont::Bold);
    const double epsilon = pixelOf(m_epsilon);
    const QString from = decadeText(static_cast<int>(std::lround(std::log10(axisFrom()))));
    painter.setFont(font);
    painter.setPen(style.ink3);
    const double fromWidth = QFontMetricsF(font).horizontalAdvance(from);
    if (epsilon > fromWidth + 6)
        painter.drawText(QRectF(0, y, fromWidth + 1, 16), Qt::AlignVCenter | Qt::AlignLeft, from);
    if (epsilon < width() - 16)
        painter.drawText(QRectF(width() - 12, y, 12, 16), Qt::AlignVCenter | Qt::AlignRight, QStringLiteral("1"));
    painter.setFont(bold);
    painter.setPen(style.ink);
    painter.drawText(
        QRectF(std::clamp(epsilon - 8, 0.0, width() - 16.0), y, 16, 16), Qt::AlignCenter, QStringLiteral("ε"));
    painter.setFont(textFont(px::smallText));
    painter.setPen(style.ink2);
    painter.drawText(QRectF(0, y + 15, width(), 16), Qt::AlignCenter, tr("τ by row"));
}

void TauStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& style = theme();
    const QRectF frame(0, m_rows.origin, width(), m_rows.pixels);
    painter.fillRect(frame, style.field);
    const double cell = m_rows.cellPixels();
    const double step = std::max(1.0, cell);
    const double start = cell > 1 ? m_rows.pixelOf(std::floor(m_rows.first)) : m_rows.origin;
    painter.setClipRect(frame);
    for (double y = start; y < m_rows.origin + m_rows.pixels; y += step) {
        const auto begin = static_cast<std::size_t>(std::max(0.0, std::floor(m_rows.cellAt(y + 1e-6))));
        const auto end =
            std::max(begin + 1, static_cast<std::size_t>(std::max(0.0, std::floor(m_rows.cellAt(y + step)))));
        if (const auto value = largestBetween(begin, cell > 1 ? begin + 1 : end))
            paintBar(painter, *value, y, step >= gapFrom ? step - 1 : step);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(withAlpha(style.ink, 0.7), 1.5));
    painter.drawLine(QPointF(pixelOf(m_epsilon), frame.top()), QPointF(pixelOf(m_epsilon), frame.bottom()));
    if (m_pick) {
        painter.setPen(QPen(style.accent, 1));
        const double top = m_rows.pixelOf(static_cast<double>(*m_pick));
        if (cell < gapFrom)
            painter.drawLine(QPointF(0, top + cell / 2), QPointF(width(), top + cell / 2));
        else
            painter.drawRect(QRectF(0.5, top, width() - 1, cell));
    }
    painter.setClipping(false);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style.line2, 1));
    painter.drawRect(frame.adjusted(0, 0, -1, -1));
    paintAxis(painter);
}

void TauStrip::mousePressEvent(QMouseEvent* event)
{
    if (const auto row = rowAt(event->position().y()); row && event->button() == Qt::LeftButton)
        Q_EMIT rowClicked(*row);
}

void TauStrip::mouseMoveEvent(QMouseEvent* event)
{
    Q_EMIT rowHovered(rowAt(event->position().y()));
}

void TauStrip::leaveEvent(QEvent*)
{
    Q_EMIT rowHovered(std::nullopt);
}

}
