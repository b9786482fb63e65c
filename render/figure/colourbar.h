// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include "heatmap/mapscene.h"
#include "theme/theme.h"

class QPainter;

namespace render {

/// Upright ramp with its values at the right: what the colours of a printed map mean.
void paintColourBar(QPainter& painter, const QRectF& ramp, const ColourRange& range, const Theme& theme);

}
