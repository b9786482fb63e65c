// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QPainter;

namespace app {

/// The outline of what has the keyboard: 2 px accent, within `area`.
void paintFocusOutline(QPainter& painter, const QRectF& area);

}
