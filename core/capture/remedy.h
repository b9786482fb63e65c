// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "capture/names.h"
#include "files/tensor.h"

namespace core {

/// How to save a tensor that was not taken for attention so that it can be read, if it is of a kind that people have;
/// else empty.
std::string remedyOf(const Tensor& tensor, const NameReading& name);

}
