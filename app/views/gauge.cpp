// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/gauge.h"

#include "theme/numbertext.h"
#include "theme/themesource.h"
#include "views/logscale.h"
#include "views/numbertext.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace app {

namespace {

constexpr double trackTop = 3;
constexpr double trackHeight = 9;
constexpr double labelTop = 17;
constexpr double leastMarker = 5;
constexpr double labelGap = 6;

struct Label
{
    double x;
    QString text;
};

QString epsilonLabel(double epsilon)
{
    return QStringLiteral("ε = ") + settingText(epsilon);
}

std::vector<Label> axisLabels(const GaugeAxis& axis, const QRectF& area)
{
    std::vector<Label> labels;
    const auto add = [&](double number, const QString& text) {
        labels.push_back({area.left() + axis.shareOf(number) * area.width(), text});
    };
    if (axis.isLinear()) {
        add(axis.low(), settingText(roundedToDigits(axis.low(), 2)));
        add(axis.high(), settingText(roundedToDigits(axis.high(), 2)));
        return labels;
    }
    const auto first = static_cast<int>(std::lround(std::log10(axis.low())));
    const int every = first < -5 ? 2 : 1;
    for (int exponent = 0; exponent >= first; exponent -= every)
        add(std::pow(10, exponent), render::decadeText(exponent));
    return labels;
}

QRectF centredWithin(const QRectF& area, double x, double width)
{
    const double left = std::clamp(x - width / 2, area.left(), std::max(area.left(), area.right() - width));
    return {left, area.top() + labelTop, width, area.height() - labelTop};
}

void paintTrack(QPainter& painter, const QRectF& area, double epsilonX)
{
    const render::Theme& theme = render::theme();
    const double top = area.top() + trackTop;
    painter.setPen(Qt::NoPen);
    painter.setBrush(render::withAlpha(theme.certified, 0.28));
    painter.drawRect(QRectF(area.left(), top, epsilonX - area.left(), trackHeight));
    painter.setBrush(render::withAlpha(theme.notCertified, 0.22));
    painter.drawRect(QRectF(epsilonX, top, area.right() - epsilonX, trackHeight));
}

void paintMarker(QPainter& painter, const QRectF& area, const GaugeAxis& axis, const Gauge& gauge)
{
    double left = area.left() + axis.shareOf(gauge.tau.lower) * area.width();
    double right = area.left() + axis.shareOf(gauge.tau.upper) * area.width();
    if (right - left < leastMarker) {
        const double centre =
            std::clamp((left + right) / 2, area.left() + leastMarker / 2, area.right() - leastMarker / 2);
        left = centre - leastMarker / 2;
        right = centre + leastMarker / 2;
    }
    painter.setBrush(colourOf(gauge.judgement));
    painter.drawRoundedRect(QRectF(left, area.top() + trackTop - 2, right - left, trackHeight + 4), 1.5, 1.5);
}

void paintLabels(QPainter& painter, const QRectF& area, const GaugeAxis& axis, const Gauge& gauge, double epsilonX)
{
    const QFont bold = render::textFont(10, QFont::Bold);
    const QFont plain = render::textFont(10);
    const QString epsilonText = epsilonLabel(gauge.epsilon);
    const QRectF epsilonRect = centredWithin(area, epsilonX, QFontMetricsF(bold).horizontalAdvance(epsilonText));
    painter.setFont(bold);
    painter.setPen(render::theme().ink);
    painter.drawText(epsilonRect, Qt::AlignTop | Qt::TextDontClip, epsilonText);
    painter.setFont(plain);
    painter.setPen(render::theme().ink2);
    for (const Label& label : axisLabels(axis, area)) {
        const QRectF rect = centredWithin(area, label.x, QFontMetricsF(plain).horizontalAdvance(label.text));
        if (!rect.adjusted(-labelGap, 0, labelGap, 0).intersects(epsilonRect))
            painter.drawText(rect, Qt::AlignTop | Qt::TextDontClip, label.text);
    }
}

}

GaugeAxis::GaugeAxis(const core::Interval& tau, double epsilon)
{
    const double low = 0.9 * epsilon;
    const double high = 1.1 * epsilon;
    if (epsilon > 0 && tau.lower >= low && tau.upper <= high) {
        m_linear = true;
        m_low = low;
        m_high = high;
    } else if (epsilon > 0 && epsilon < 1e-3) {
        m_low = std::pow(10, std::max(std::floor(std::log10(epsilon)) - 1, -12.0));
    }
}

double GaugeAxis::shareOf(double number) const
{
    if (m_linear)
        return std::clamp((number - m_low) / (m_high - m_low), 0.0, 1.0);
    if (number <= m_low)
        return 0;
    return std::min(std::log(number / m_low) / std::log(m_high / m_low), 1.0);
}

void paintGauge(QPainter& painter, const QRectF& area, const Gauge& gauge)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const GaugeAxis axis(gauge.tau, gauge.epsilon);
    const double epsilonX = area.left() + axis.shareOf(gauge.epsilon) * area.width();
    paintTrack(painter, area, epsilonX);
    if (isVerdict(gauge.judgement))
        paintMarker(painter, area, axis, gauge);
    painter.setBrush(render::theme().ink);
    painter.drawRect(QRectF(epsilonX - 0.75, area.top(), 1.5, trackHeight + 2 * trackTop));
    paintLabels(painter, area, axis, gauge, epsilonX);
    painter.restore();
}

}
