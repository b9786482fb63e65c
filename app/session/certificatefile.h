// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "exchange/certificatedocument.h"
#include "session/filestamp.h"

namespace app {

/// Everything a certificate file is made from.
struct CertificateOrder
{
    std::shared_ptr<const core::Capture> capture;
    std::optional<FileStamp> stamp; ///< of the dump as it was opened
    std::vector<core::HeadInfo> heads;
    std::vector<std::size_t> rows; ///< empty: all
    core::Claim claim;
    std::filesystem::path path;
};

/// What is said instead of a certificate when the dump is no longer the one that was opened.
core::Error outdatedError(const std::filesystem::path& dump);

/// Computes the certificate anew, over exactly what it claims, and writes it; an existing file is replaced. Returns its
/// verdict. Errors: those of core::certify, FileChanged (the dump is not the one that was opened), CannotWrite.
core::Result<core::Verdict> saveCertificate(const CertificateOrder& order, core::Backend& backend, core::Work& work);

}
