// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/work.h"
#include "verify/keptrule.h"
#include "verify/rowmass.h"

namespace core {

/// The asked rows of all heads that share their K, by head; they keep one set together. Of `rule` only KeepsBest and
/// KeepsWindowAndBest share. Errors: Cancelled.
Result<std::vector<std::vector<RowMass>>> sharedRows(const KeptRule& rule, const std::vector<FoundHead>& heads,
    CertifiedReading reading, const std::vector<std::uint64_t>& rows, Work& work);

}
