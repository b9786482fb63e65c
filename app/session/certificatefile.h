// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "exchange/certificatedocument.h"

namespace app {

/// Everything a certificate file is made from.
struct CertificateOrder
{
    std::shared_ptr<const core::Capture> capture;
    std::vector<core::HeadInfo> heads;
    std::vector<std::size_t> rows; ///< empty: all
    core::Claim claim;
    std::filesystem::path path;
};

/// Computes the certificate anew, over exactly what it claims, and writes it; an existing file is replaced. Returns its
/// verdict. Errors: those of core::certify, CannotWrite.
core::Result<core::Verdict> saveCertificate(const CertificateOrder& order, core::Backend& backend, core::Work& work);

}
