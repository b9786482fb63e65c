// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/work.h"
#include "verify/keptrule.h"
#include "verify/rowmass.h"

namespace core {

/// The asked rows of a head under a block rule. `rows` rises. Errors: Cancelled.
Result<std::vector<RowMass>> blockRows(const KeepsBlocks& rule, const CertifiedHead& head, const HeadBytes& bytes,
    CertifiedReading reading, const std::vector<std::uint64_t>& rows, Work& work);

}
