// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/refusal.h"

#include <algorithm>
#include <map>

#include "capture/layerlist.h"
#include "capture/text.h"

namespace core {
namespace {

/// What is stated of the scores of all layers and not computed; empty: nothing is.
std::string obstacleOfAll(const Draft& draft, const Sidecar& sidecar)
{
    if (sidecar.positionsApplied == false)
        return draft.sidecarName() + " says \"rope_applied\": false, and scores come from Q and K after positions";
    if (!sidecar.unread.empty())
        return draft.sidecarName() + " has \"" + sidecar.unread.front() + "\" with a value that is not understood";
    return {};
}

Result<void> findObstacles(Draft& draft, LayerTable& table)
{
    const Sidecar& sidecar = *draft.sidecar();
    const auto places = placesInList(table, sidecar.softCaps.size());
    for (auto& [key, parts] : table) {
        if (!parts.hasFactors())
            continue;
        parts.refusal = obstacleOfAll(draft, sidecar);
        if (!parts.refusal.empty() || sidecar.softCaps.empty())
            continue;
        if (!places)
            return wrongListLength(draft, table, sidecar.softCaps.size(), "soft-caps",
                "Give one soft-cap for all layers or one per layer, 0 where there is none.");
        const double cap = sidecar.softCaps[places->at(key)];
        if (cap != 0)
            parts.refusal = draft.sidecarName() + " says \"softcap\": " + numberText(cap)
                + ", and soft-caps of scores are not computed";
    }
    return {};
}

}

Result<void> refuseFactors(Draft& draft, LayerTable& table)
{
    if (draft.sidecar() == nullptr)
        return {};
    if (auto found = findObstacles(draft, table); !found)
        return found;
    std::string why;
    for (const auto& [key, parts] : table)
        if (parts.hasFactors() && !parts.refusal.empty()) {
            why = parts.refusal;
            tellNotUsed(draft, key, *parts.queries, why);
            tellNotUsed(draft, key, *parts.keys, why);
        }
    if (std::any_of(table.begin(), table.end(), [](const auto& entry) { return entry.second.givesRows(); }))
        return {};
    return failure(ErrorCode::Unsupported,
        "failed to open '" + draft.dump->path.string() + "': no rows can be computed from Q and K: " + why,
        "Dump the scores or the probabilities instead, or correct the statement if it is wrong.");
}

}
