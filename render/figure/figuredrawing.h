// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"

class QPaintDevice;

namespace render {

/// Draws a figure, `unitsPerPx` device units per px of its size, text as text and lines as lines. A map's cells are an
/// image of `spec.scale` points per px.
void drawFigure(const FigureSpec& spec, QPaintDevice& device, double unitsPerPx);

}
