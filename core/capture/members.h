// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "capture/draft.h"

namespace core {

/// Tells what every floating tensor is and where its axes are: fills `readings` and `members`, adds findings and needs.
/// Error: BadRequest when a hint does not fit any tensor.
Result<void> readMembers(Draft& draft);

}
