// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "conversion/outputtensor.h"

namespace core {

/// What stands before the data of a safetensors file that holds the tensors in this order. Error: TooLarge, where no
/// reader would take a header of that size.
Result<std::string> safetensorsHeader(
    const std::vector<OutputTensor>& tensors, const std::map<std::string, std::string>& metadata);

/// What stands before the data of an .npy file, version 1. Error: Unsupported, for number formats that numpy lacks.
Result<std::string> npyHeader(const OutputTensor& tensor);

}
