// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/console.h"
#include "cli/options.h"

namespace app {

/// What the program tells its caller.
enum class ExitCode {
    Done = 0,
    DoesNotHold = 1, ///< a stated claim does not hold or is undecided
    Failed = 2,
};

core::Result<ExitCode> runInfo(const Options& options, Console& console);
core::Result<ExitCode> runAnalyze(const Options& options, Console& console);
core::Result<ExitCode> runRow(const Options& options, Console& console);
core::Result<ExitCode> runSpectrum(const Options& options, Console& console);
core::Result<ExitCode> runCertify(const Options& options, Console& console);
core::Result<ExitCode> runCombine(const Options& options, Console& console);
core::Result<ExitCode> runVerify(const Options& options, Console& console);
core::Result<ExitCode> runConvert(const Options& options, Console& console);
core::Result<ExitCode> runCompare(const Options& options, Console& console);
core::Result<ExitCode> runHandOver(const Options& options, Console& console);

/// The whole program but for its main().
ExitCode runProgram(const std::vector<std::string>& arguments);

}
