// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/filepart.h"

namespace core {

enum class Container { Safetensors, Npy, Zip };

/// Told by the first bytes. Errors: Malformed (an empty file), Unsupported; the message names what was seen, the advice
/// how to convert it.
Result<Container> containerOf(const FilePart& part);

}
