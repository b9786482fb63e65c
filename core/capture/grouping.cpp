// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/grouping.h"

#include <algorithm>
#include <set>

#include "capture/text.h"

namespace core {
namespace {

/// The same option selects a group on the command line, so a hint names only what has no group yet.
std::string groupOf(Draft& draft, const NameReading& name)
{
    if (!name.group.empty())
        return name.group;
    if (draft.sidecar() != nullptr && draft.sidecar()->group)
        return *draft.sidecar()->group;
    if (draft.hints.group)
        draft.find("group", *draft.hints.group, "stated by hint");
    return draft.hints.group.value_or("");
}

/// The layer of a tensor without a layer axis.
std::uint32_t layerOf(const Draft& draft, const NameReading& name)
{
    const std::vector<std::uint32_t> none;
    const auto& stated = draft.sidecar() != nullptr ? draft.sidecar()->layers : none;
    if (!name.layer)
        return stated.size() == 1 ? stated.front() : 0U;
    const bool listed = name.layerIsIndex && *name.layer < stated.size();
    return listed ? stated[*name.layer] : *name.layer;
}

/// Layer numbers of a member, one per position along its layer axis.
std::vector<std::uint32_t> layersOf(const Draft& draft, const Member& member)
{
    if (!member.axes.layer)
        return {layerOf(draft, member.name)};
    const std::vector<std::uint32_t> none;
    const auto& stated = draft.sidecar() != nullptr ? draft.sidecar()->layers : none;
    const std::uint64_t count = draft.tensor(member.tensor).shape[*member.axes.layer];
    if (stated.size() == count)
        return stated;
    std::vector<std::uint32_t> counted;
    for (std::uint32_t layer = 0; layer < count; ++layer)
        counted.push_back(layer);
    return counted;
}

std::optional<TensorSlice>& slot(LayerParts& parts, TensorRole role)
{
    switch (role) {
    case TensorRole::Probabilities:
        return parts.probabilities;
    case TensorRole::Queries:
        return parts.queries;
    case TensorRole::Keys:
        return parts.keys;
    case TensorRole::Values:
        return parts.values;
    default:
        return parts.scores;
    }
}

void place(Draft& draft, const Member& member, LayerTable& table)
{
    const Tensor& tensor = draft.tensor(member.tensor);
    const auto layers = layersOf(draft, member);
    const std::string group = groupOf(draft, member.name);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        LayerParts& parts = table[{group, layers[i]}];
        auto& place = slot(parts, member.role);
        if (place) {
            const std::string why = numbered("L", layers[i]) + " has its " + std::string(nameOf(member.role))
                + " from '" + place->tensor->name + "' already";
            draft.find(tensor.name, "not used", why);
            draft.readings[member.tensor].role = TensorRole::Other;
            draft.readings[member.tensor].reason = why;
            continue;
        }
        place = TensorSlice{&tensor, member.axes, i};
        parts.decoderOnly = parts.decoderOnly || member.name.decoderOnly;
    }
}

/// Why Q and K give no rows; empty when they do. Numbers of heads are checked where heads are made.
std::string factorObstacle(const LayerParts& parts)
{
    if (!parts.keys)
        return "there are queries but no keys";
    if (!parts.queries)
        return "there are keys but no queries";
    if (parts.queries->columns() != parts.keys->columns())
        return "Q has " + countText(parts.queries->columns(), "dim") + ", K has "
            + std::to_string(parts.keys->columns());
    if (parts.queries->items() != parts.keys->items())
        return "Q has " + countText(parts.queries->items(), "item") + ", K has " + std::to_string(parts.keys->items());
    return {};
}

/// Rows that V may belong to: how many keys, items and heads they have.
struct RowShape
{
    std::uint64_t keys;
    std::uint64_t items;
    std::uint64_t heads;
};

std::string valueObstacle(const TensorSlice& values, const RowShape& rows)
{
    if (values.rows() != rows.keys)
        return "V has " + countText(values.rows(), "position") + ", rows have " + countText(rows.keys, "key");
    if (values.items() != rows.items)
        return "V has " + countText(values.items(), "item") + ", rows have " + std::to_string(rows.items);
    if (rows.heads % values.heads() != 0)
        return countText(rows.heads, "head") + " cannot share " + std::to_string(values.heads()) + " of V equally";
    return {};
}

/// Why V belongs to no source of the layer; empty when it does to one.
std::string valueObstacle(const LayerParts& parts)
{
    std::string obstacle = "V alone gives no rows";
    std::vector<RowShape> sources;
    if (parts.hasFactors())
        sources.push_back({parts.keys->rows(), parts.queries->items(), parts.queries->heads()});
    for (const auto& stored : {parts.scores, parts.probabilities})
        if (stored)
            sources.push_back({stored->columns(), stored->items(), stored->heads()});
    for (const RowShape& rows : sources) {
        obstacle = valueObstacle(*parts.values, rows);
        if (obstacle.empty())
            break;
    }
    return obstacle;
}

void leaveOut(Draft& draft, const LayerKey& key, std::optional<TensorSlice>& part, const std::string& why)
{
    if (!part)
        return;
    tellNotUsed(draft, key, *part, why);
    part.reset();
}

void dropIncomplete(Draft& draft, const LayerKey& key, LayerParts& parts)
{
    if (parts.queries || parts.keys)
        if (const std::string why = factorObstacle(parts); !why.empty()) {
            leaveOut(draft, key, parts.queries, why);
            leaveOut(draft, key, parts.keys, why);
        }
    if (parts.values)
        if (const std::string why = valueObstacle(parts); !why.empty())
            leaveOut(draft, key, parts.values, why);
}

}

std::uint64_t LayerParts::queryCount() const
{
    return probabilities ? probabilities->rows() : scores ? scores->rows() : queries->rows();
}

std::uint64_t LayerParts::keyCount() const
{
    return probabilities ? probabilities->columns() : scores ? scores->columns() : keys->rows();
}

LayerTable groupLayers(Draft& draft)
{
    LayerTable table;
    // Scores are products of Q and K after positions are applied, so these come first.
    std::stable_partition(
        draft.members.begin(), draft.members.end(), [](const Member& member) { return member.name.positionsApplied; });
    for (const Member& member : draft.members)
        place(draft, member, table);
    for (auto& [key, parts] : table)
        dropIncomplete(draft, key, parts);
    std::erase_if(table, [](const auto& entry) { return !entry.second.hasRows(); });
    return table;
}

LayerKey layerKeyOf(Draft& draft, const NameReading& name)
{
    return {groupOf(draft, name), layerOf(draft, name)};
}

void tellNotUsed(Draft& draft, const LayerKey& key, const TensorSlice& part, const std::string& why)
{
    draft.find(part.tensor->name, "not used", numbered("L", key.layer) + ": " + why);
    for (TensorReading& reading : draft.readings)
        if (&draft.tensor(reading.tensor) == part.tensor && !reading.reason.ends_with(why))
            reading.reason += "; not used: " + why;
}

void LayerStatements::add(const LayerKey& key, const std::string& reading, const std::string& reason)
{
    for (Statement& statement : m_statements)
        if (statement.group == key.group && statement.reading == reading && statement.reason == reason) {
            if (statement.layers.back() != key.layer)
                statement.layers.push_back(key.layer);
            return;
        }
    m_statements.push_back({key.group, reading, reason, {key.layer}});
}

void LayerStatements::tell(Draft& draft, const std::string& subject) const
{
    std::set<std::string> groups;
    for (const Statement& statement : m_statements)
        groups.insert(statement.group);
    for (const Statement& statement : m_statements) {
        const auto ofGroup = std::count_if(m_statements.begin(), m_statements.end(),
            [&statement](const Statement& other) { return other.group == statement.group; });
        std::string whole = subject;
        if (groups.size() > 1 && !statement.group.empty())
            whole.append(" ").append(statement.group);
        if (ofGroup > 1)
            whole.append(" ").append(layersText(statement.layers));
        draft.find(whole, statement.reading, statement.reason);
    }
}

}
