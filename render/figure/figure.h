// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <variant>

#include <QSize>

#include "base/result.h"
#include "base/table.h"
#include "exchange/atomicfile.h"
#include "heatmap/mapscene.h"
#include "plots/plotdata.h"
#include "theme/theme.h"

namespace render {

/// A map as a figure. The provider is asked once, for `camera` (absent: the whole head).
struct HeatmapFigure
{
    MapHead head;
    TileProvider provider;
    ColourRange range;
    std::optional<core::PreparedRule> veil;
    core::Reducer reducer = core::Reducer::Largest;
    MapMarkers markers;
    std::optional<Camera> camera;
    std::function<float(Cell)> value; ///< probability of a cell, for CSV; NaN where it does not exist
};

struct TailMassFigure
{
    TailMassData data;
    Crosshair crosshair;
};

struct SpectrumFigure
{
    SpectrumData data;
};

struct OutputErrorFigure
{
    OutputErrorData data;
    Crosshair crosshair;
};

/// What is drawn and how large.
struct FigureSpec
{
    std::variant<HeatmapFigure, TailMassFigure, SpectrumFigure, OutputErrorFigure> content;
    QSize size{640, 400}; ///< px at 96 per inch: 640 is 6.67 inch
    double scale = 2; ///< PNG: image px per px of `size`
    std::optional<Shade> shade; ///< absent: white paper
    QString title; ///< empty: the plot's own
};

/// The numbers behind a figure. A map has one row per visible cell: row, key, probability.
core::Table tableOf(const FigureSpec& spec);

/// Writes .png, .svg, .pdf or .csv, by the ending of `path`; beside it and renamed, so that there is never a part of a
/// figure. All but CSV need a QApplication, of any platform, but no window.
/// Errors: Unsupported (another ending), BadRequest (size out of 16 ... 20000 px), TooLarge (a CSV of over 16 million
/// cells), OutOfMemory (the picture), CannotWrite.
core::Result<void> saveFigure(
    const FigureSpec& spec, const std::filesystem::path& path, core::Existing existing = core::Existing::Replace);

}
