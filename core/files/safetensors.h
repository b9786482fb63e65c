// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files/filepart.h"
#include "files/tensor.h"

namespace core {

struct SafetensorsContent
{
    std::vector<Tensor> tensors; ///< in the order of their data
    std::map<std::string, std::string> metadata;
};

/// Reads the header; the data stay where they are. As strict as the format's own implementation: the data of the
/// tensors follow each other without a gap and fill the file, no name stands twice, the header is at most 100 MB.
/// Errors: Malformed, Unsupported (element type), TooLarge.
Result<SafetensorsContent> readSafetensors(const FilePart& part);

}
