// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "files/dumpcontent.h"
#include "files/torchview.h"

namespace core {

/// Bounds of what may be nested in a file.
struct TorchTreeLimits
{
    std::size_t depth = 64; ///< lists, tuples and dictionaries in each other
    std::size_t visits = 4'000'000; ///< values, counted again wherever they are shared
    std::size_t bytes = std::size_t{128} << 20; ///< that paths and descriptions of tensors take
};

/// The tensors in the lists, tuples and dictionaries of a file. A tensor's name is its path: "attentions[3]", "[0][5]",
/// "layers.2.q"; one that stands alone is called `loneName`. None keeps its number in a list; whatever else is no
/// tensor is passed over, but texts, numbers and lists of them under the keys of an outermost dictionary become
/// metadata. Errors: those of torchView; Malformed; Unsupported (no tensor at all, two of one name, a key that is no
/// text and no whole number); TooLarge.
Result<DumpContent> torchTensors(
    const TorchSource& source, const std::string& loneName, const TorchTreeLimits& limits = {});

}
