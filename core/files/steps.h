// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "files/tensor.h"

namespace core {

/// A list of generation steps, each a list of layers: NAME[step][layer], as generate() of the transformers library
/// returns attention. A step has the rows of its new queries only, over the keys so far.
struct StepNest
{
    std::string name; ///< what stands before "[step][layer]"; may be empty
    std::uint64_t steps = 0;
    std::uint64_t layers = 0;
    std::uint64_t queries = 0; ///< of a layer, all steps together
    std::uint64_t keys = 0;
    bool growing = false; ///< later steps have keys that earlier ones have not
    std::string obstacle; ///< why it is not stacked; empty: it is
};

/// Stacks such lists: the tensors of a layer become one, NAME[*][layer], of (.., queries, keys) by absolute position. A
/// key that did not exist yet, or no more, in a step has weight 0 or score -inf there. The bytes of the stack are its
/// own and hold for the files they were copied from. Lists that don't fit stay as they are and say why.
/// Error: TooLarge beyond `mostBytes`.
Result<std::vector<StepNest>> stackSteps(
    std::vector<Tensor>& tensors, const std::string& label, std::uint64_t mostBytes = std::uint64_t{4} << 30);

}
