// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/knownsizes.h"

#include <algorithm>

#include "capture/draft.h"

namespace core {
namespace {

void add(std::vector<KnownSize>& known, std::uint64_t size, const std::string& from)
{
    if (size > 0)
        known.push_back({size, from});
}

void addSidecar(Draft& draft)
{
    const Sidecar& sidecar = *draft.sidecar();
    KnownSizes& known = draft.known;
    const std::string in = " in " + draft.sidecarName();
    if (sidecar.queryHeads && !draft.hints.queryHeads)
        add(known.queryHeads, *sidecar.queryHeads, "n_heads" + in);
    if (sidecar.kvHeads && !draft.hints.kvHeads)
        add(known.kvHeads, *sidecar.kvHeads, "n_kv_heads" + in);
    add(known.layers, sidecar.layers.size(), "the layers" + in);
    if (sidecar.scales.size() > 1)
        add(known.layers, sidecar.scales.size(), "the scales" + in);
    if (sidecar.sinkScores.size() > 1)
        add(known.layers, sidecar.sinkScores.size(), "the sinks' layers" + in);
    if (sidecar.softCaps.size() > 1)
        add(known.layers, sidecar.softCaps.size(), "the soft-caps" + in);
    if (sidecar.windows.size() > 1)
        add(known.layers, sidecar.windows.size(), "the windows" + in);
    add(known.items, sidecar.itemTokens.size(), "the token lists" + in);
    add(known.queries, sidecar.queryTokens.size(), "the query tokens" + in);
    add(known.keys, sidecar.keyTokens.size(), "the key tokens" + in);
    for (const auto& tokens : sidecar.itemTokens) {
        add(known.queries, tokens.size(), "the tokens" + in);
        add(known.keys, tokens.size(), "the tokens" + in);
    }
}

}

std::optional<std::string> whoSays(const std::vector<KnownSize>& known, std::uint64_t size)
{
    const auto entry = std::find_if(known.begin(), known.end(), [size](const KnownSize& k) { return k.size == size; });
    return entry == known.end() ? std::nullopt : std::optional(entry->from);
}

void gatherKnownSizes(Draft& draft)
{
    if (draft.hints.queryHeads)
        add(draft.known.queryHeads, *draft.hints.queryHeads, "stated by hint");
    if (draft.hints.kvHeads)
        add(draft.known.kvHeads, *draft.hints.kvHeads, "stated by hint");
    if (draft.sidecar() != nullptr)
        addSidecar(draft);
    for (std::size_t i = 0; i < draft.dump->tensors.size(); ++i) {
        const Tensor& tensor = draft.tensor(i);
        const bool mask = draft.names[i].role == NameRole::Mask || draft.hints.mask == tensor.name;
        if (!mask || tensor.shape.empty())
            continue;
        add(draft.known.keys, tensor.shape.back(), "the columns of '" + tensor.name + "'");
        if (tensor.shape.size() > 1)
            add(draft.known.items, tensor.shape.front(), "the rows of '" + tensor.name + "'");
    }
}

}
