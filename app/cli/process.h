// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace app {

/// From now on Ctrl-C and requests to end only set what interrupted() tells, and a closed pipe is a failed write.
void catchInterrupts();
bool interrupted();

/// Whether someone looks at standard error.
bool errorsGoToTerminal();
/// Writes to standard error as it is.
void writeStandardError(const std::string& text);

/// A program beside this one, a folder above it or on the path.
std::optional<std::filesystem::path> findProgram(const std::string& name);
/// Becomes that program; comes back only with an error.
core::Error becomeProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments);

}
