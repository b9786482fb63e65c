// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "verify/certificatefile.h"

namespace core {

/// The claim in lines: what is stated, of which bytes, read how. People have to agree with it before its numbers mean
/// anything to them.
std::string claimText(const CertificateFile& certificate);

}
