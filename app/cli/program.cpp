// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandline.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/process.h"
#include "exchange/atomicfile.h"

namespace app {

namespace {

core::Result<ExitCode> printText(const Options& options)
{
    if (auto written = core::writeStandardOutput(options.text); !written)
        return tl::unexpected(written.error());
    return ExitCode::Done;
}

core::Result<ExitCode> runCommand(const Options& options, Console& console)
{
    switch (options.command) {
    case Command::PrintText:
        return printText(options);
    case Command::Info:
        return runInfo(options, console);
    case Command::Analyze:
        return runAnalyze(options, console);
    case Command::Row:
        return runRow(options, console);
    case Command::Spectrum:
        return runSpectrum(options, console);
    case Command::Certify:
        return runCertify(options, console);
    case Command::Combine:
        return runCombine(options, console);
    case Command::Verify:
        return runVerify(options, console);
    case Command::Convert:
        return runConvert(options, console);
    case Command::Compare:
        return runCompare(options, console);
    case Command::HandOver:
        break;
    }
    return runHandOver(options, console);
}

}

ExitCode runProgram(const std::vector<std::string>& arguments)
{
    catchInterrupts();
    Console console;
    const auto options = parseCommandLine(arguments);
    if (!options) {
        console.error(options.error());
        return ExitCode::Failed;
    }
    if (const auto clear = checkTargets(*options); !clear) {
        console.error(clear.error());
        return ExitCode::Failed;
    }
    if (const auto started = console.start(options->chatter, options->log); !started) {
        console.error(started.error());
        return ExitCode::Failed;
    }
    const auto code = runCommand(*options, console);
    console.endProgress();
    if (code)
        return *code;
    console.error(code.error());
    return ExitCode::Failed;
}

}
