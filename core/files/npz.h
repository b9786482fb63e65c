// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "files/filepart.h"
#include "files/tensor.h"
#include "files/zipmembers.h"

namespace core {

/// The .npy members of a zip archive, in its order, named without ".npy"; other members are passed over. Stored members
/// stay in place, deflated ones are inflated here. Errors: those of readNpy; Malformed (among them two members of one
/// name); Unsupported (encrypted, another compression, no array at all); TooLarge.
Result<std::vector<Tensor>> readNpz(const FilePart& part, const ZipLimits& limits = {});

}
