// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/refusal.h"

#include <algorithm>

#include "capture/text.h"

namespace core {
namespace {

/// What is stated of the scores of all layers and not computed; empty: nothing is.
std::string obstacleOfAll(const Draft& draft)
{
    const Sidecar* sidecar = draft.sidecar();
    if (sidecar == nullptr)
        return {};
    if (sidecar->positionsApplied == false)
        return draft.sidecarName() + " says \"rope_applied\": false, and scores come from Q and K after positions";
    for (const std::string& name : sidecar->unread)
        if (name != "scale" || !draft.hints.scale)
            return draft.sidecarName() + " has \"" + name + "\" with a value that is not understood";
    return {};
}

/// Whether a tensor named bias has a number for each query and key, so that it is added to scores. Biases of
/// projections have one axis.
bool isScoreBias(const Tensor& tensor, const NameReading& name, const LayerParts& parts)
{
    const auto& shape = tensor.shape;
    return name.word == "bias" && isFloating(tensor.element) && shape.size() >= 2
        && shape[shape.size() - 2] == parts.queries->rows() && shape.back() == parts.keys->rows();
}

/// A bias whose name has no layer is of all layers of its group.
std::string biasOf(const Draft& draft, const LayerKey& key, const LayerParts& parts)
{
    for (std::size_t i = 0; i < draft.names.size(); ++i) {
        const NameReading& name = draft.names[i];
        if (isScoreBias(draft.tensor(i), name, parts) && (!name.layer || *name.layer == key.layer)
            && (name.group.empty() || name.group == key.group))
            return "'" + draft.tensor(i).name + "' (" + shapeText(draft.tensor(i).shape)
                + ") is named as a bias of scores, and such are not added";
    }
    return {};
}

}

Result<void> refuseFactors(Draft& draft, LayerTable& table)
{
    const std::string ofAll = obstacleOfAll(draft);
    std::string why;
    for (auto& [key, parts] : table) {
        if (!parts.hasFactors())
            continue;
        parts.refusal = ofAll.empty() ? biasOf(draft, key, parts) : ofAll;
        if (parts.refusal.empty())
            continue;
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
