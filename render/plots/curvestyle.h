// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPen>
#include <QRectF>
#include <QString>

#include "theme/theme.h"

class QPainter;

namespace render {

/// What a curve stands for decides its ink: exact numbers solid, bounds grey, predictions violet and dashed or dotted.
enum class CurveRole {
    Row, ///< the picked row
    Mean, ///< exact, of the head
    Maximum, ///< drawn grey: the worst of the head
    Bound,
    LooserBound,
    Gaussian,
    PlugIn,
    Overlaid, ///< accent dashes over another curve
    RowInterval, ///< area between the ends of a row's interval
    Percentiles, ///< area p10 ... p90
};

bool isBand(CurveRole role);
QPen penOf(CurveRole role, const Theme& theme);
QColor fillOf(CurveRole role, const Theme& theme);

struct LegendEntry
{
    QString name;
    CurveRole role = CurveRole::Row;
};

/// Title at the left, then as many entries as fit; the percentile band gives way first.
void paintTitleRow(
    QPainter& painter, const QRectF& row, const QString& title, std::vector<LegendEntry> entries, const Theme& theme);

}
