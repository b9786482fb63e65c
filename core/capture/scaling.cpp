// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/scaling.h"

#include <cmath>
#include <set>

#include "capture/text.h"

namespace core {
namespace {

/// Position of each layer in a list of scales: layers with Q and K in order, else all layers, else layer numbers,
/// whichever has as many as the list.
std::optional<std::map<LayerKey, std::size_t>> positions(const LayerTable& table, std::size_t count)
{
    std::map<LayerKey, std::size_t> factors, all, numbered;
    std::set<std::uint32_t> numbers;
    for (const auto& [key, parts] : table) {
        all.emplace(key, all.size());
        numbers.insert(key.layer);
        if (parts.hasFactors())
            factors.emplace(key, factors.size());
    }
    for (const auto& [key, parts] : table)
        numbered.emplace(key, static_cast<std::size_t>(std::distance(numbers.begin(), numbers.find(key.layer))));
    if (factors.size() == count)
        return factors;
    if (all.size() == count)
        return all;
    return numbers.size() == count ? std::optional(numbered) : std::nullopt;
}

}

Result<std::map<LayerKey, double>> readScales(Draft& draft, const LayerTable& table)
{
    const std::vector<double> none;
    const auto& stated = draft.sidecar() != nullptr ? draft.sidecar()->scales : none;
    const auto position = positions(table, stated.size());
    std::map<LayerKey, double> scales;
    LayerStatements statements;
    for (const auto& [key, parts] : table) {
        if (!parts.hasFactors())
            continue;
        const std::uint64_t dim = parts.keys->columns();
        double scale = 1 / std::sqrt(static_cast<double>(dim));
        std::string reason = numbered("inferred: 1/sqrt(", dim) + ")";
        if (draft.hints.scale) {
            scale = *draft.hints.scale;
            reason = "stated by hint";
        } else if (!stated.empty()) {
            if (stated.size() > 1 && !position)
                return failure(ErrorCode::Malformed,
                    "failed to open '" + draft.dump->path.string() + "': " + draft.sidecarName() + " gives "
                        + std::to_string(stated.size()) + " scales for " + countText(table.size(), "layer"),
                    "Give one scale for all layers or one per layer, or state --scale X.");
            scale = stated.size() == 1 ? stated.front() : stated[position->at(key)];
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
