// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "files/dumpfile.h"
#include "verify/headbytes.h"

namespace core {

/// Where a mask file marks the keys of one head, by row and key. `headCount`: of its layer. Error: why the file does
/// not fit the head.
tl::expected<StoredBlock, std::string> marksOf(
    const DumpFile& file, const CertifiedHead& head, std::uint64_t headCount);

}
