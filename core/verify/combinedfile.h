// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verify/certificatefile.h"

namespace core {

/// The unit with the largest upper end, over all certificates.
struct CombinedWorst
{
    Interval value; ///< of the claimed statistic
    std::string dumpPath;
    std::string sha256; ///< of the dump
    std::string unit;
    CertifiedRow row;
};

/// One claim about several dumps: each certificate whole, and what follows from them together.
struct CombinedFile
{
    CertifiedClaim claim;
    CertifiedVerdict verdict = CertifiedVerdict::Undecided; ///< certified if all are; not certified if any is not
    std::optional<CombinedWorst> worst; ///< absent where no unit has a number
    std::vector<CertificateFile> certificates;
    bool isCombined = true; ///< false: it was read from a single certificate
};

/// Error: BadRequest, when there is none, or two differ in rule, epsilon, scope, statistic or reading.
Result<CombinedFile> combine(std::vector<CertificateFile> certificates);

/// Reads a document tailmass.combined/1, or takes a single certificate for one. Statements about the whole are not
/// compared with the certificates. Errors as those of readCertificate.
Result<CombinedFile> readCombined(const std::filesystem::path& path);

/// What the document says about the whole and does not follow from its certificates.
std::vector<std::string> faultsOf(const CombinedFile& file);

}
