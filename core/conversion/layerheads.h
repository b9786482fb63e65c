// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "capture/capture.h"

namespace core {

/// Heads of one layer that come from one source: the same heads of every item.
struct SourceHeads
{
    std::vector<HeadInfo> heads; ///< by item, then by head
    std::size_t items = 1;

    Source source() const { return heads.front().id.source; }
    std::size_t headCount() const { return heads.size() / items; }
};

/// What is converted of one layer.
struct LayerHeads
{
    std::string group;
    LayerIndex layer;
    std::vector<SourceHeads> sources;
};

/// Heads by layer and source, rising. Error: BadRequest, where the items of a layer have different heads.
Result<std::vector<LayerHeads>> layersOf(const std::vector<HeadInfo>& heads);

/// How many heads that follow each other use one head of K; 1 where none is shared. Error: BadRequest, where it is not
/// the same number for every head of K.
Result<std::size_t> headsPerKvHead(const SourceHeads& heads);

/// "encoder.layers.3." for the groups that a name can tell, else "layers.3.".
std::string layerPrefix(const std::string& group, LayerIndex layer);
bool isNamedGroup(const std::string& group); ///< "encoder", "decoder" or "cross"

}
