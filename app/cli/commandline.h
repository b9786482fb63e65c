// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace app {

/// Reads a command line. Help and version come back as text to print. Error: BadRequest, with what to do.
core::Result<Options> parseCommandLine(const std::vector<std::string>& arguments);

}
