// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/process.h"

namespace app {

core::Result<ExitCode> runHandOver(const Options& options, Console& console)
{
    const auto program = findProgram("tailmass-gui");
    if (!program)
        return core::failure(core::ErrorCode::NotFound,
            "failed to find 'tailmass-gui', the window program that does this",
            "Build it with -DTAILMASS_GUI=ON and put it beside tailmass or on the path.");
    console.detail("handing over to " + program->string());
    return tl::unexpected(becomeProgram(*program, options.arguments));
}

}
