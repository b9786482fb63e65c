// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/windows.h"

#include <algorithm>
#include <utility>

#include "capture/evidence.h"
#include "capture/layerlist.h"
#include "capture/text.h"

namespace core {
namespace {

/// Says where stored rows contradict a window.
void compare(Draft& draft, const TensorSlice& rows, Source measure, std::uint64_t window)
{
    const WindowEvidence evidence = sampleWindow(*rows.tensor, rows.axes, measure, window);
    if (evidence.leaking == 0)
        return;
    draft.find("mass before the window",
        evidence.worstLeak > 0 ? numberText(evidence.worstLeak) + numbered(" in row ", evidence.worstRow)
                               : numbered("in row ", evidence.worstRow),
        draft.sidecarName() + " says \"window\": " + std::to_string(window) + ", although "
            + countText(evidence.leaking, "sampled row") + " of '" + rows.tensor->name + "'"
            + (evidence.leaking == 1 ? " has" : " have") + " weight there; it is left out");
}

/// A tensor that stacks layers is compared where all of them have this window.
bool isOfOneLayer(const TensorSlice& rows)
{
    return !rows.axes.layer || rows.tensor->shape[*rows.axes.layer] == 1;
}

}

Result<std::map<LayerKey, std::uint64_t>> readWindows(
    Draft& draft, const LayerTable& table, const std::map<LayerKey, bool>& causal)
{
    std::map<LayerKey, std::uint64_t> windows;
    if (draft.sidecar() == nullptr || draft.sidecar()->windows.empty())
        return windows;
    const auto& stated = draft.sidecar()->windows;
    const auto places = placesInList(table, stated.size());
    const bool sameForAll = std::all_of(stated.begin(), stated.end(), [&](const auto& x) { return x == stated[0]; });
    LayerStatements statements;
    for (const auto& [key, parts] : table) {
        if (!parts.givesRows() || !speaksOf(*draft.sidecar(), table, key.group))
            continue;
        if (!places || !places->contains(key))
            return wrongListLength(draft, table, stated.size(), "windows",
                "Give one window for all layers or one per layer, null where all keys are seen.");
        const auto window = stated[places->at(key)];
        const std::string reason = "from " + draft.sidecarName();
        statements.add(key, window ? countText(*window, "key") + " up to the query's own" : "none", reason);
        if (!window)
            continue;
        if (!causal.at(key))
            return failure(ErrorCode::Unsupported,
                "failed to open '" + draft.dump->path.string() + "': " + draft.sidecarName()
                    + " says \"window\": " + std::to_string(*window) + numbered(", and L", key.layer)
                    + " is not causal: windows to both sides are not read",
                "State --causal yes, or name the group that the sidecar is about, or give null for this layer.");
        windows[key] = *window;
        for (const auto& [rows, measure] :
            {std::pair(&parts.probabilities, Source::Probabilities), std::pair(&parts.scores, Source::Scores)})
            if (*rows && (sameForAll || isOfOneLayer(**rows)))
                compare(draft, **rows, measure, *window);
    }
    statements.tell(draft, "window");
    return windows;
}

}
