// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "capture/grouping.h"

namespace core {

/// Refuses to compute rows from the Q and K of layers whose scores are stated to come about in a way that is not
/// computed: LayerParts::refusal says why, and so do findings. Other sources of such layers stay. Error: Unsupported
/// when no rows are left.
Result<void> refuseFactors(Draft& draft, LayerTable& table);

}
