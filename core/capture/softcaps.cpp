// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/softcaps.h"

#include "capture/layerlist.h"
#include "capture/text.h"

namespace core {

namespace {
constexpr double largestCap = 1e4; ///< models have tens; the error of tanh grows with it
}

Result<std::map<LayerKey, double>> readSoftCaps(Draft& draft, const LayerTable& table)
{
    std::map<LayerKey, double> caps;
    if (draft.sidecar() == nullptr || draft.sidecar()->softCaps.empty())
        return caps;
    const auto& stated = draft.sidecar()->softCaps;
    const auto places = placesInList(table, stated.size());
    LayerStatements statements;
    for (const auto& [key, parts] : table) {
        if (!parts.computesRows())
            continue;
        if (!places)
            return wrongListLength(draft, table, stated.size(), "soft-caps",
                "Give one soft-cap for all layers or one per layer, 0 where there is none.");
        const double cap = stated[places->at(key)];
        if (cap < 0)
            return failure(ErrorCode::Malformed,
                "failed to open '" + draft.dump->path.string() + "': the soft-cap " + numberText(cap) + " in "
                    + draft.sidecarName() + " is below 0",
                "Give a number above 0, or 0 where there is none.");
        if (cap > largestCap)
            return failure(ErrorCode::Unsupported,
                "failed to open '" + draft.dump->path.string() + "': the soft-cap " + numberText(cap) + " in "
                    + draft.sidecarName() + " is above " + numberText(largestCap)
                    + ", where cap * tanh(score / cap) loses digits in double",
                "Leave it out: a cap far above all scores changes nothing.");
        if (cap > 0)
            caps[key] = cap;
        statements.add(key, cap > 0 ? numberText(cap) + " x tanh(score / " + numberText(cap) + ")" : "none",
            "from " + draft.sidecarName());
    }
    statements.tell(draft, "soft-cap");
    return caps;
}

}
