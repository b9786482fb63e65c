// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "files/filepart.h"
#include "files/tensor.h"

namespace core {

/// Reads the header of an .npy file, versions 1 to 3; the data stay where they are. `name` becomes the tensor's name.
/// Errors: Malformed, Unsupported (Python objects, records, text, complex numbers, a later version), TooLarge.
Result<Tensor> readNpy(const FilePart& part, std::string name);

}
