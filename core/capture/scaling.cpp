// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/scaling.h"

#include <cmath>

#include "capture/layerlist.h"
#include "capture/text.h"

namespace core {
Result<std::map<LayerKey, double>> readScales(Draft& draft, const LayerTable& table)
{
    const std::vector<double> none;
    const auto& stated = draft.sidecar() != nullptr ? draft.sidecar()->scales : none;
    const auto places = placesInList(table, stated.size());
    std::map<LayerKey, double> scales;
    LayerStatements statements;
    for (const auto& [key, parts] : table) {
        if (!parts.computesRows())
            continue;
        const std::uint64_t dim = parts.keys->columns();
        double scale = 1 / std::sqrt(static_cast<double>(dim));
        std::string reason = numbered("inferred: 1/sqrt(", dim) + ")";
        if (draft.hints.scale) {
            scale = *draft.hints.scale;
            reason = "stated by hint";
        } else if (!stated.empty()) {
            if (!places)
                return wrongListLength(draft, table, stated.size(), "scales",
                    "Give one scale for all layers or one per layer, or state --scale X.");
            scale = stated[places->at(key)];
            if (!(std::isfinite(scale) && scale > 0))
                return failure(ErrorCode::Malformed,
                    "failed to open '" + draft.dump->path.string() + "': the scale in " + draft.sidecarName()
                        + " is no positive number",
                    "Correct it, or state --scale X.");
            const std::string root = rootText(scale, dim);
            reason = "from " + draft.sidecarName() + (root.empty() ? "" : ", " + root);
        }
        scales[key] = scale;
        statements.add(key, numberText(scale), reason);
    }
    statements.tell(draft, "scale");
    return scales;
}

}
