// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/work.h"
#include "verify/certificatefile.h"

namespace core {

/// What came of recomputing a certificate.
struct Verification
{
    std::vector<std::string> faults; ///< statements that do not hold; none: the certificate holds
    std::uint64_t rows = 0; ///< recomputed

    bool holds() const { return faults.empty(); }
};

/// Recomputes every number of the certificate from the bytes of the dump, by the certificate's own account of what they
/// are, in 200-bit arithmetic. A number has to be enclosed by its interval, and the interval no wider than precision
/// `proven` allows. A mask file is looked for where the claim says, then beside the certificate. Errors: those of
/// openDump, of the dump or the mask file; FileChanged, Cancelled, OutOfMemory.
Result<Verification> verify(const CertificateFile& certificate, const std::filesystem::path& dump, Work& work);

}
