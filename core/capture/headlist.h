// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/result.h"
#include "capture/grouping.h"
#include "capture/headrows.h"
#include "capture/padding.h"
#include "capture/sinks.h"

namespace core {

/// A head and what its rows are made of.
struct Head
{
    HeadInfo info;
    HeadParts parts;
};

/// What is known of every layer.
struct LayerFacts
{
    const LayerTable& table;
    const std::map<LayerKey, bool>& causal;
    const std::map<LayerKey, std::uint64_t>& windows; ///< of the layers that have one
    const std::map<LayerKey, double>& scales;
    const std::map<LayerKey, double>& softCaps; ///< of the layers that have one
    const std::map<LayerKey, LayerSinks>& sinks; ///< of the layers that have some
    const std::vector<PaddingMask>& masks;
};

/// All heads, ordered by group, layer, item, head and source. Adds findings. Errors: Malformed when query heads cannot
/// share K, BadRequest when stated numbers of heads are not those of the tensors, HintNeeded when two masks fit,
/// TooLarge.
Result<std::vector<Head>> listHeads(Draft& draft, const LayerFacts& facts);

}
