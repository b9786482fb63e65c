// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "capture/rowbatch.h"
#include "study/rowdetail.h"

namespace app {

/// How far a row's scores may be off in kernels that compute less exactly: deltas for what-if questions (theory 2.6).

/// A kernel that rounds each score to bfloat16: 2^-8 of the largest score. Nothing for stored probabilities, whose
/// scores are not known.
std::optional<double> bf16ScoreError(const core::RowDetail& row);

/// Keys kept in 8 bits with one scale for the head, each entry off by at most half a step of max |K| / 127:
/// scale * ||q||_1 * max |K| / 254. Nothing where the rows do not come from Q and K, or cannot be read. O(n d).
std::optional<double> eightBitKeyError(const core::HeadRows& head, core::RowIndex row);

}
