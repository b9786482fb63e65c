// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files/tensor.h"

namespace core {

/// A part of a dump that is not read.
struct Unread
{
    std::string name; ///< of a file without its folder, or of what is inside a file
    std::string reason;
};

/// What a container holds: tensors in the order of the file, and what it says besides.
struct DumpContent
{
    std::vector<Tensor> tensors;
    std::map<std::string, std::string> metadata; ///< text as it is, everything else as JSON
    std::vector<Unread> unread; ///< never passed over in silence
};

}
