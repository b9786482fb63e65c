// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "study/rowdetail.h"
#include "views/certificatevalues.h"

namespace app {

/// The bounds beside a row's tail mass, the tightest first, or why there are none. `ladder` is null while it is being
/// computed.
TailLadderValues tailLadderContent(const core::RowDetail& row, const core::RowTruncation& truncation, double epsilon,
    const std::vector<core::LadderBound>* ladder);

/// The row's output error, at most the smallest of its bounds, with these; nothing without V.
std::optional<OutputErrorValues> outputErrorContent(
    const core::RowDetail& row, const core::RowTruncation& truncation, const core::OutputLadder* ladder);

}
