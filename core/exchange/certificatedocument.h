// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "exchange/document.h"
#include "study/certify.h"

namespace core {

/// All that a certificate claims: with the dump it can be recomputed from this alone.
struct CertificateDocument
{
    Certificate certificate;
    std::string epsilonText; ///< as it was typed; empty: the shortest decimal of the claim's epsilon
    std::vector<std::size_t> rows; ///< rows the claim is restricted to; empty: all
    std::string created; ///< time stamp, as timeStampNow() gives it
};

/// What every certificate says about its limits.
std::string_view certificateLimits();
/// "2026-03-01T12:00:00Z".
std::string timeStampNow();

/// Writes a document tailmass.certificate/1. `header` has to carry the dump's hash and size.
void writeCertificateDocument(
    JsonWriter& json, const DocumentHeader& header, const Capture& capture, const CertificateDocument& document);

}
