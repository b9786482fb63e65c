// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/labels.h"

#include <algorithm>

#include "capture/text.h"

namespace core {
namespace {

/// The number of queries or keys of an item's heads, the first that differs from `wanted` if one does.
std::size_t countIn(const std::vector<Head>& heads, ItemIndex item, std::size_t HeadInfo::*count, std::size_t wanted)
{
    for (const Head& head : heads)
        if (head.info.id.item == item && head.info.*count != wanted)
            return head.info.*count;
    return wanted;
}

}

std::vector<ItemTokens> readTokens(Draft& draft, const std::vector<Head>& heads)
{
    std::uint32_t items = 0;
    for (const Head& head : heads)
        items = std::max(items, head.info.id.item.value + 1);
    std::vector<ItemTokens> labels(items);
    const Sidecar* sidecar = draft.sidecar();
    if (sidecar == nullptr)
        return labels;
    const auto fill = [&](std::uint32_t item, const std::vector<std::string>& tokens, std::size_t HeadInfo::*count,
                          const std::string& what) -> std::vector<std::string> {
        if (tokens.empty())
            return {};
        const std::size_t wanted = countIn(heads, {item}, count, tokens.size());
        if (wanted == tokens.size())
            return tokens;
        draft.find(what + " tokens", "not used",
            draft.sidecarName() + " has " + std::to_string(tokens.size()) + ", a head has " + std::to_string(wanted)
                + " " + (what == "key" ? "keys" : "queries"));
        return {};
    };
    if (!sidecar->itemTokens.empty() && sidecar->itemTokens.size() != items)
        draft.find("item tokens", "not all used",
            draft.sidecarName() + " has lists for " + countText(sidecar->itemTokens.size(), "item") + ", the dump has "
                + std::to_string(items));
    for (std::uint32_t item = 0; item < items; ++item) {
        const bool own = item < sidecar->itemTokens.size();
        labels[item].queries =
            fill(item, own ? sidecar->itemTokens[item] : sidecar->queryTokens, &HeadInfo::rowCount, "query");
        labels[item].keys =
            fill(item, own ? sidecar->itemTokens[item] : sidecar->keyTokens, &HeadInfo::keyCount, "key");
    }
    return labels;
}

}
