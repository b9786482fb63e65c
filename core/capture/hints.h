// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "capture/draft.h"

namespace core {

/// Whether the hints make sense by themselves, and a finding for each that is not told elsewhere. Error: BadRequest.
Result<void> checkHints(Draft& draft);

}
