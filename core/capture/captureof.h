// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "base/result.h"
#include "capture/capture.h"

namespace core {

/// Understands an opened dump, wherever it came from. Errors: HintNeeded, BadRequest, Unsupported, Malformed, TooLarge.
Result<std::shared_ptr<const Capture>> captureOf(DumpFile dump, const Hints& hints = {});

}
