// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "bounds/certificate.h"

namespace render {

/// Points with rising x. Values of 0 or less end a line on a log axis; NaN makes a gap.
struct Line
{
    std::vector<double> x;
    std::vector<double> y;

    bool empty() const { return x.empty(); }
};

/// Area between two lines.
struct Band
{
    std::vector<double> x;
    std::vector<double> lower;
    std::vector<double> upper;

    bool empty() const { return x.empty(); }
};

/// Tail mass by keys kept. Empty lines are left out, with their legend entry.
struct TailMassData
{
    QString rowName; ///< "row 1284"
    Line row; ///< upper ends of the picked row
    Band rowInterval; ///< both ends of the picked row, where they lie apart
    QString rowIntervalName; ///< "float16 interval"
    Line mean; ///< of the head
    Line maximum; ///< of the head
    Band percentiles; ///< p10 ... p90 of the head's rows
    Line gaussian; ///< prediction
    Line plugIn; ///< prediction
    double keyCount = 0; ///< right end of the axis
    double lowest = 1e-5; ///< bottom of the axis
    QString note; ///< said in the plot: "Row 17 has no allowed keys."; empty: nothing
};

/// A dot where the crosshair meets a curve.
struct PlotDot
{
    double y = 0;
    std::optional<core::Verdict> verdict; ///< its colour; absent: the row's
};

/// What moves while scrubbing.
struct Crosshair
{
    std::optional<double> k;
    std::optional<double> epsilon;
    std::vector<PlotDot> dots; ///< at k
};

struct SpectrumData
{
    Line all; ///< singular values of the whole matrix, x = 1, 2, ...
    Line kept; ///< of the truncated one; drawn dashed over the first
    QString allName; ///< "all keys"
    QString keptName; ///< "kept"
    QStringList facts; ///< lines in the corner: "effective rank 552.5 → 553.0"
    QString note;
};

/// ||ô - o||₂ by keys kept.
struct OutputErrorData
{
    Line row; ///< upper ends of the picked row
    Line radiusBound; ///< 2 R tau
    Line varianceBound;
    double keyCount = 0;
    QString note; ///< "No values in this dump: output error unknown."
};

}
