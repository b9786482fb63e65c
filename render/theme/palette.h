// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include <QColor>

#include "theme/theme.h"

namespace render {

using ColourTable = std::array<QRgb, 256>;

/// Weights, scores, measures of heads. Lightness is monotone: large is light on dark, dark on light.
const ColourTable& sequentialTable(Shade shade);
/// Differences: less than A is blue, more is orange, the middle is the panel's colour.
const ColourTable& divergingTable(Shade shade);
/// The same values as greys: cells that a rule dropped.
const ColourTable& droppedTable(Shade shade);

/// Colours of cells that have no value.
struct CellColours
{
    QRgb masked;
    QRgb notANumber;
    QRgb absent; ///< not yet existing; hatched with `hatch`
    QRgb hatch;
    QRgb undefinedRow; ///< line through a row without allowed keys
};

CellColours cellColours(const Theme& theme);

/// Entry for a share of 0 ... 1; outside is cut off.
QRgb tableColour(const ColourTable& table, double share);

/// Near-black or near-white, whichever reads on `background`.
QColor textOn(QRgb background);

/// WCAG 2 relative luminance and contrast ratio, 1 ... 21.
double relativeLuminance(const QColor& colour);
double contrastRatio(const QColor& a, const QColor& b);
/// Lightness of OKLab, 0 ... 1.
double perceivedLightness(QRgb colour);

}
