// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/layerlist.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "capture/text.h"

namespace core {

std::optional<std::map<LayerKey, std::size_t>> placesInList(const LayerTable& table, std::size_t count)
{
    std::map<LayerKey, std::size_t> factors, all, numbered, first;
    std::set<std::uint32_t> numbers;
    for (const auto& [key, parts] : table) {
        first.emplace(key, 0U);
        all.emplace(key, all.size());
        numbers.insert(key.layer);
        if (parts.hasFactors())
            factors.emplace(key, factors.size());
    }
    for (const auto& [key, parts] : table)
        numbered.emplace(key, static_cast<std::size_t>(std::distance(numbers.begin(), numbers.find(key.layer))));
    if (count == 1)
        return first;
    if (factors.size() == count)
        return factors;
    if (all.size() == count)
        return all;
    return numbers.size() == count ? std::optional(numbered) : std::nullopt;
}

tl::unexpected<Error> wrongListLength(
    const Draft& draft, const LayerTable& table, std::size_t count, const std::string& entries, std::string advice)
{
    return failure(ErrorCode::Malformed,
        "failed to open '" + draft.dump->path.string() + "': " + draft.sidecarName() + " gives " + std::to_string(count)
            + " " + entries + " for " + countText(table.size(), "layer"),
        std::move(advice));
}

bool speaksOf(const Sidecar& sidecar, const LayerTable& table, const std::string& group)
{
    if (!sidecar.group)
        return group != "cross";
    return *sidecar.group == group
        || std::all_of(table.begin(), table.end(), [&](const auto& entry) { return entry.first.group == group; });
}

}
