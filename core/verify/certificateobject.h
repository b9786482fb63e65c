// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "verify/certificatefile.h"
#include "verify/strictobject.h"

namespace core {

// Members of documents. Private to core/verify: this header names a library's type. All functions throw
// RefusedCertificate.

constexpr std::string_view certificateSchema = "tailmass.certificate/1";

CertificateFile certificateOf(StrictObject document);

/// The members of a claim that say nothing of a dump; others stay to be asked for.
void readClaim(StrictObject& claim, CertifiedClaim& to);
Interval intervalOf(StrictObject& object, const std::string& key); ///< key_lower and key_upper
CertifiedRow rowOf(StrictObject object);
CertifiedVerdict verdictOf(StrictObject& object);

}
