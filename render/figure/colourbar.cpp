// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/colourbar.h"

#include <cmath>
#include <vector>

#include <QCoreApplication>
#include <QPainter>

#include "theme/numbertext.h"
#include "theme/palette.h"

namespace render {

namespace {

constexpr int steps = 32;
constexpr double textHeight = 12;

double shareOf(double value, const ColourRange& range)
{
    if (range.spacing == Spacing::Linear)
        return (value - range.low) / (range.high - range.low);
    return std::log(value / range.low) / std::log(range.high / range.low);
}

/// Both ends, and the powers of ten between them that do not touch the ends' texts.
std::vector<double> valuesOf(const ColourRange& range, double height)
{
    std::vector<double> values{range.low, range.high};
    if (range.spacing == Spacing::Linear)
        return values;
    const double clear = textHeight / height;
    for (int exponent = static_cast<int>(std::ceil(std::log10(range.low))); std::pow(10.0, exponent) < range.high;
         ++exponent) {
        const double share = shareOf(std::pow(10.0, exponent), range);
        if (share > clear && share < 1 - clear)
            values.push_back(std::pow(10.0, exponent));
    }
    return values;
}

}

void paintColourBar(QPainter& painter, const QRectF& ramp, const ColourRange& range, const Theme& theme)
{
    const ColourTable& table = sequentialTable(theme.shade);
    QLinearGradient gradient(ramp.bottomLeft(), ramp.topLeft());
    for (int i = 0; i <= steps; ++i)
        gradient.setColorAt(1.0 * i / steps, QColor(tableColour(table, 1.0 * i / steps)));
    painter.fillRect(ramp, gradient);
    painter.setPen(QPen(theme.line2, 1));
    painter.drawRect(ramp);
    painter.setFont(textFont(px::tickText));
    painter.setPen(theme.ink2);
    for (const double value : valuesOf(range, ramp.height())) {
        const double exponent = std::log10(value);
        const bool decade = value > 0 && std::abs(exponent - std::round(exponent)) < 1e-9;
        const double y = ramp.bottom() - shareOf(value, range) * ramp.height();
        painter.drawText(QRectF(ramp.right() + 4, y - 8, 60, 16), Qt::AlignVCenter | Qt::AlignLeft,
            decade ? decadeText(static_cast<int>(std::lround(exponent))) : valueText(value, 2));
    }
    painter.drawText(QRectF(ramp.left(), ramp.bottom() + 6, 70, 16), Qt::AlignVCenter | Qt::AlignLeft,
        QCoreApplication::translate("render::ColourBar", "probability"));
}

}
