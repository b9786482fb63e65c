// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/palette.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace render {

namespace {

constexpr std::array<QRgb, 9> darkSequential{
    0x090c1c, 0x161d4b, 0x173877, 0x045b92, 0x00809d, 0x26a59f, 0x62c795, 0xc6de78, 0xfaf6c8};
constexpr std::array<QRgb, 9> lightSequential{
    0xf7f6ed, 0xdee3b5, 0x96d4a2, 0x48bbaf, 0x1e99b1, 0x1f74a6, 0x235193, 0x212f71, 0x15153a};
constexpr std::array<QRgb, 7> darkDiverging{0x84dfff, 0x3ca2e0, 0x225a93, 0x1c1f25, 0x854324, 0xe48233, 0xffd384};
constexpr std::array<QRgb, 7> lightDiverging{0x103065, 0x1666aa, 0x74b3de, 0xf1f4f6, 0xebb077, 0xc16229, 0x772d15};

int mix(int from, int to, double share)
{
    return static_cast<int>(std::lround(from + (to - from) * share));
}

QRgb mix(QRgb from, QRgb to, double share)
{
    return qRgb(
        mix(qRed(from), qRed(to), share), mix(qGreen(from), qGreen(to), share), mix(qBlue(from), qBlue(to), share));
}

ColourTable interpolate(std::span<const QRgb> points)
{
    ColourTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double position = static_cast<double>(i) / 255.0 * static_cast<double>(points.size() - 1);
        const auto left = std::min(static_cast<std::size_t>(position), points.size() - 2);
        table[i] = mix(points[left], points[left + 1], position - static_cast<double>(left));
    }
    return table;
}

/// 0.48 grey + 0.52 veil, grey being the luma of the entry (look 3).
ColourTable greyed(const ColourTable& table, QRgb veil)
{
    ColourTable result{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double luma = 0.2126 * qRed(table[i]) + 0.7152 * qGreen(table[i]) + 0.0722 * qBlue(table[i]);
        const int grey = static_cast<int>(std::lround(luma));
        result[i] = mix(qRgb(grey, grey, grey), veil, 0.52);
    }
    return result;
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

}

const ColourTable& sequentialTable(Shade shade)
{
    static const ColourTable dark = interpolate(darkSequential);
    static const ColourTable light = interpolate(lightSequential);
    return shade == Shade::Dark ? dark : light;
}

const ColourTable& divergingTable(Shade shade)
{
    static const ColourTable dark = interpolate(darkDiverging);
    static const ColourTable light = interpolate(lightDiverging);
    return shade == Shade::Dark ? dark : light;
}

const ColourTable& droppedTable(Shade shade)
{
    static const ColourTable dark = greyed(sequentialTable(Shade::Dark), 0x41444b);
    static const ColourTable light = greyed(sequentialTable(Shade::Light), 0xbcbfc4);
    return shade == Shade::Dark ? dark : light;
}

CellColours cellColours(const Theme& theme)
{
    const bool dark = theme.shade == Shade::Dark;
    return {.masked = dark ? 0xff1a222eU : 0xffe7edf6U,
        .notANumber = dark ? 0xffe0479eU : 0xffc2187aU,
        .absent = theme.panel.rgb(),
        .hatch = theme.line2.rgb(),
        .undefinedRow = theme.notCertified.rgb()};
}

QRgb tableColour(const ColourTable& table, double share)
{
    if (!(share > 0))
        return table.front();
    return table[static_cast<std::size_t>(std::lround(std::min(share, 1.0) * 255.0))];
}

QColor textOn(QRgb background)
{
    const double luma = 0.2126 * qRed(background) + 0.7152 * qGreen(background) + 0.0722 * qBlue(background);
    return luma > 120 ? QColor(0x10, 0x13, 0x18) : QColor(0xf2, 0xf4, 0xf7);
}

double relativeLuminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = relativeLuminance(a) + 0.05;
    const double second = relativeLuminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

double perceivedLightness(QRgb colour)
{
    const double r = linear(qRed(colour) / 255.0);
    const double g = linear(qGreen(colour) / 255.0);
    const double b = linear(qBlue(colour) / 255.0);
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
}

}
