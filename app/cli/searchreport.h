// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <vector>

#include "base/work.h"
#include "capture/capture.h"
#include "cli/options.h"
#include "exchange/headrecord.h"

namespace app {

/// Error: BadRequest, when a search is asked of a head that does not come from Q and K.
core::Result<void> checkSearch(const std::vector<core::HeadInfo>& heads, const Options& options);

/// Searches the chosen rows of a head (all when empty), or an even sample of them, and puts the answer into `record`.
/// Errors: those of searchHead.
core::Result<void> searchInto(core::HeadRecord& record, const core::HeadRows& rows,
    const std::vector<std::size_t>& chosen, const Options& options, core::Work& work);

/// A line for each head and epsilon: scored keys and bytes of every method beside the oracle.
void printSearch(std::ostream& out, const std::vector<core::HeadRecord>& records);

}
