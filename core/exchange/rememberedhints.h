// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "base/result.h"
#include "capture/capture.h"

namespace core {

/// Writes hints as "stated" into a dump's sidecar, made when there is none, so that the dump opens with them from now
/// on; without any, what was remembered is forgotten. Everything else in the sidecar stays. Where it was written.
/// Errors: those of readSidecar for what is there already, CannotWrite.
Result<std::filesystem::path> rememberHints(const std::filesystem::path& dump, const Hints& hints);

}
