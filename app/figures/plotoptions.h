// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

#include <QCommandLineParser>
#include <QSize>
#include <QString>

#include "session/headchoice.h"
#include "truncation/rule.h"

namespace app {

enum class PlotKind { Heatmap, TailMass, Spectrum, OutputError };

/// One figure of one head, as the command line asks for it.
struct PlotOptions
{
    PlotKind kind = PlotKind::Heatmap;
    std::filesystem::path dump;
    std::filesystem::path output;
    HeadChoice head;
    std::optional<core::RowIndex> row;
    std::optional<core::Rule> rule;
    std::optional<double> epsilon;
    std::optional<double> sigma;
    core::Hints hints;
    std::optional<QSize> size; ///< absent: what suits the kind
    bool dark = false;
    bool replace = false;
    std::size_t threads = 0; ///< 0: one per processor
};

/// Options shared by `plot` and the window: which head, how to read the dump, size, k and epsilon.
void addCommonOptions(QCommandLineParser& parser);
/// Error: BadRequest, naming the option.
core::Result<HeadChoice> readHeadChoice(const QCommandLineParser& parser);
core::Result<core::Hints> readHints(const QCommandLineParser& parser);
core::Result<std::optional<QSize>> readSize(const QCommandLineParser& parser);
/// --k or --rule.
core::Result<std::optional<core::Rule>> readRule(const QCommandLineParser& parser);
core::Result<std::optional<double>> readNumber(
    const QCommandLineParser& parser, const QString& option, double low, double high);
core::Result<std::optional<std::uint32_t>> readIndex(const QCommandLineParser& parser, const QString& option);

/// `arguments` begins with the program's name, without "plot". Shows help and ends the program when that is asked for.
core::Result<PlotOptions> readPlotOptions(const QStringList& arguments);

}
