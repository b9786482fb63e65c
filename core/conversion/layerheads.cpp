// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/layerheads.h"

#include <map>
#include <set>

namespace core {

namespace {

/// Items and heads make a full grid.
bool isGrid(const SourceHeads& heads)
{
    if (heads.heads.size() % heads.items != 0)
        return false;
    for (std::size_t i = heads.headCount(); i < heads.heads.size(); ++i)
        if (heads.heads[i].id.head != heads.heads[i - heads.headCount()].id.head)
            return false;
    return true;
}

}

Result<std::vector<LayerHeads>> layersOf(const std::vector<HeadInfo>& heads)
{
    std::map<std::pair<std::string, LayerIndex>, std::map<Source, SourceHeads>> layers;
    for (const HeadInfo& head : heads)
        layers[{head.id.group, head.id.layer}][head.id.source].heads.push_back(head);
    std::vector<LayerHeads> result;
    for (auto& [key, sources] : layers) {
        LayerHeads layer{key.first, key.second, {}};
        for (auto& [source, ofSource] : sources) {
            std::set<ItemIndex> items;
            for (const HeadInfo& head : ofSource.heads)
                items.insert(head.id.item);
            ofSource.items = items.size();
            if (!isGrid(ofSource))
                return failure(ErrorCode::BadRequest,
                    "failed to convert L" + std::to_string(key.second.value) + ": its items have different heads",
                    "Choose one item with --item.");
            layer.sources.push_back(std::move(ofSource));
        }
        result.push_back(std::move(layer));
    }
    return result;
}

Result<std::size_t> headsPerKvHead(const SourceHeads& heads)
{
    const std::size_t count = heads.headCount();
    if (!heads.heads.front().kvHead)
        return 1U;
    std::map<HeadIndex, std::size_t> sharers;
    for (std::size_t i = 0; i < count; ++i)
        ++sharers[*heads.heads[i].kvHead];
    for (const auto& [kvHead, number] : sharers)
        if (number != sharers.begin()->second)
            return failure(ErrorCode::BadRequest,
                "failed to convert " + heads.heads.front().name + " and others: K/V head "
                    + std::to_string(kvHead.value) + " would be shared by another number of heads than K/V head "
                    + std::to_string(sharers.begin()->first.value),
                "Choose whole K/V groups, or one head of each; 'info' tells how many heads share one.");
    return sharers.begin()->second;
}

bool isNamedGroup(const std::string& group)
{
    return group == "encoder" || group == "decoder" || group == "cross";
}

std::string layerPrefix(const std::string& group, LayerIndex layer)
{
    return (isNamedGroup(group) ? group + "." : "") + "layers." + std::to_string(layer.value) + ".";
}

}
