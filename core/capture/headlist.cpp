// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/headlist.h"

#include <algorithm>
#include <tuple>

#include "capture/text.h"

namespace core {
namespace {

constexpr std::uint64_t mostHeads = 1U << 18U; ///< of a dump; a real model has some thousands

/// One source of a layer: where its rows are, and K where they are computed.
struct RowsOf
{
    Source source;
    const TensorSlice* rows;
    const TensorSlice* keys;
};

std::vector<RowsOf> sourcesOf(const LayerParts& parts)
{
    std::vector<RowsOf> sources;
    if (parts.computesRows())
        sources.push_back({Source::Factors, &*parts.queries, &*parts.keys});
    if (parts.scores)
        sources.push_back({Source::Scores, &*parts.scores, nullptr});
    if (parts.probabilities)
        sources.push_back({Source::Probabilities, &*parts.probabilities, nullptr});
    return sources;
}

std::uint64_t keyCountOf(const RowsOf& rows)
{
    return rows.keys != nullptr ? rows.keys->rows() : rows.rows->columns();
}

/// Whether queries and keys are the same positions.
bool isSelfAttention(const LayerKey& key, const RowsOf& rows)
{
    return key.group != "cross" && rows.rows->rows() == keyCountOf(rows);
}

class HeadLister
{
public:
    HeadLister(Draft& draft, const LayerFacts& facts)
        : m_draft(draft)
        , m_facts(facts)
    {
    }

    Result<std::vector<Head>> list()
    {
        for (const auto& [key, parts] : m_facts.table)
            for (const RowsOf& rows : sourcesOf(parts))
                if (auto added = addSource(key, parts, rows); !added)
                    return tl::unexpected(added.error());
        m_heads.tell(m_draft, "heads");
        m_sharing.tell(m_draft, "kv heads");
        m_padding.tell(m_draft, "padding");
        std::stable_sort(m_list.begin(), m_list.end(), [](const Head& a, const Head& b) {
            const HeadId& x = a.info.id;
            const HeadId& y = b.info.id;
            return std::tie(x.group, x.layer, x.item, x.head) < std::tie(y.group, y.layer, y.item, y.head);
        });
        return std::move(m_list);
    }

private:
    Result<void> addSource(const LayerKey& key, const LayerParts& parts, const RowsOf& rows)
    {
        const std::uint64_t heads = rows.rows->heads();
        const std::uint64_t items = rows.rows->items();
        if (heads > mostHeads || items > mostHeads || heads * items > mostHeads - m_list.size())
            return failure(ErrorCode::TooLarge,
                "failed to open '" + m_draft.dump->path.string() + "': more than " + std::to_string(mostHeads)
                    + " heads",
                "State the axes with --roles if they were taken wrongly: '" + rows.rows->tensor->name + "' is "
                    + shapeText(rows.rows->tensor->shape) + ".");
        const auto kvHeads = sharedHeads(key, parts, rows);
        if (!kvHeads)
            return tl::unexpected(kvHeads.error());
        const auto mask = maskFor(key, items, rows);
        if (!mask)
            return tl::unexpected(mask.error());
        for (std::uint64_t item = 0; item < items; ++item)
            for (std::uint64_t head = 0; head < heads; ++head)
                m_list.push_back(headOf(key, parts, rows, {item, head, *kvHeads, *mask}));
        return {};
    }

    struct Place
    {
        std::uint64_t item;
        std::uint64_t head;
        std::uint64_t kvHeads;
        const PaddingMask* mask;
    };

    /// The number of heads of K and V: of K itself, else as stated. Query head h uses kv head h / (query heads / kv
    /// heads).
    Result<std::uint64_t> sharedHeads(const LayerKey& key, const LayerParts& parts, const RowsOf& rows)
    {
        const std::uint64_t heads = rows.rows->heads();
        const auto says = whoSays(m_draft.known.queryHeads, heads);
        if (m_draft.hints.queryHeads && *m_draft.hints.queryHeads != heads)
            return wrongHint("q-heads", *m_draft.hints.queryHeads, *rows.rows);
        if (says)
            m_heads.add(key, std::to_string(heads), *says);
        else if (!m_draft.known.queryHeads.empty())
            m_heads.add(key, std::to_string(heads),
                "the tensor's axis, although " + m_draft.known.queryHeads.front().from + " says "
                    + std::to_string(m_draft.known.queryHeads.front().size));
        if (parts.keys) {
            const std::uint64_t kvHeads = parts.keys->heads();
            if (m_draft.hints.kvHeads && *m_draft.hints.kvHeads != kvHeads)
                return wrongHint("kv-heads", *m_draft.hints.kvHeads, *parts.keys);
            if (heads % kvHeads != 0)
                return failure(ErrorCode::Malformed,
                    "failed to open '" + m_draft.dump->path.string() + "': L" + std::to_string(key.layer) + " has "
                        + countText(heads, "query head") + " ('" + rows.rows->tensor->name + "'), which cannot share "
                        + countText(kvHeads, "kv head") + " ('" + parts.keys->tensor->name + "') equally",
                    "If an axis was taken wrongly, state --roles; else the dump mixes layers or models.");
            tellSharing(key, heads, kvHeads, "'" + parts.keys->tensor->name + "'");
            return kvHeads;
        }
        const KnownSize* stated = m_draft.known.kvHeads.empty() ? nullptr : &m_draft.known.kvHeads.front();
        if (stated == nullptr || stated->size > heads || heads % stated->size != 0)
            return heads;
        tellSharing(key, heads, stated->size, stated->from);
        return stated->size;
    }

    static tl::unexpected<Error> wrongHint(const std::string& option, std::uint64_t stated, const TensorSlice& slice)
    {
        return failure(ErrorCode::BadRequest,
            "failed to use '--" + option + " " + std::to_string(stated) + "': '" + slice.tensor->name + "' ("
                + shapeText(slice.tensor->shape) + ") has " + countText(slice.heads(), "head"),
            "Leave it out, or state the axes with --roles.");
    }

    void tellSharing(const LayerKey& key, std::uint64_t heads, std::uint64_t kvHeads, const std::string& from)
    {
        const auto stated = whoSays(m_draft.known.kvHeads, kvHeads);
        if (kvHeads < heads)
            m_sharing.add(key, std::to_string(heads) + " query : " + std::to_string(kvHeads) + " kv",
                std::to_string(heads / kvHeads) + " neighbours share one" + (stated ? ", = " + *stated : ""));
        else if (!m_draft.known.kvHeads.empty() && !stated)
            m_sharing.add(key, std::to_string(kvHeads),
                "heads of " + from + ", although " + m_draft.known.kvHeads.front().from + " says "
                    + std::to_string(m_draft.known.kvHeads.front().size));
    }

    Result<const PaddingMask*> maskFor(const LayerKey& key, std::uint64_t items, const RowsOf& rows)
    {
        const std::uint64_t keys = keyCountOf(rows);
        const PaddingMask* found = nullptr;
        for (const PaddingMask& mask : m_facts.masks) {
            if (!mask.fits(key.group, items, keys))
                continue;
            if (found != nullptr && found->group == mask.group)
                return failure(ErrorCode::HintNeeded,
                    "failed to open '" + m_draft.dump->path.string() + "': more than one mask of keys fits",
                    "Name the one to use.",
                    {"--mask " + found->name + ": " + countText(found->items.size(), "item") + " x "
                            + countText(found->keyCount, "key"),
                        "--mask " + mask.name + ": " + countText(mask.items.size(), "item") + " x "
                            + countText(mask.keyCount, "key")});
            if (found == nullptr || found->group.empty())
                found = &mask;
        }
        if (found != nullptr) {
            std::uint64_t padded = 0;
            for (const std::uint64_t count : found->padded)
                padded += count;
            m_padding.add(key, countText(padded, "padded key") + " in " + countText(found->items.size(), "item"),
                "'" + found->name + "' holds 0 there; "
                    + (isSelfAttention(key, rows) ? "their weights and rows are left out"
                                                  : "their weights are left out"));
        } else if (m_draft.hints.mask) {
            return failure(ErrorCode::BadRequest,
                "failed to use '--mask " + *m_draft.hints.mask + "': it does not fit " + countText(items, "item")
                    + " x " + countText(keys, "key"),
                "Give a tensor of 0 and 1, items x keys.");
        } else if (!m_facts.masks.empty()) {
            const PaddingMask& mask = m_facts.masks.front();
            m_padding.add(key, "none",
                "'" + mask.name + "' (" + countText(mask.items.size(), "item") + " x " + countText(mask.keyCount, "key")
                    + ") does not fit " + countText(items, "item") + " x " + countText(keys, "key"));
        }
        return found;
    }

    Head headOf(const LayerKey& key, const LayerParts& parts, const RowsOf& rows, const Place& place) const
    {
        Head head;
        HeadInfo& info = head.info;
        HeadParts& made = head.parts;
        info.id = {key.group, {key.layer}, {static_cast<std::uint32_t>(place.head)},
            {static_cast<std::uint32_t>(place.item)}, rows.source};
        info.name = shortName(info.id);
        if (rows.rows->items() > 1)
            info.name += numbered(" item ", place.item);
        info.causal = made.causal = m_facts.causal.at(key);
        if (const auto window = m_facts.windows.find(key); window != m_facts.windows.end())
            info.window = made.window = window->second;
        made.source = rows.source;
        made.rows = rows.rows->matrix(place.item, place.head);
        addTensor(head, *rows.rows);
        info.origin.rows = rows.rows->tensor->name;
        info.origin.rowsLayer = placeOf(*rows.rows);
        const std::uint64_t shared = place.head / (rows.rows->heads() / place.kvHeads);
        if (place.kvHeads < rows.rows->heads())
            info.kvHead = HeadIndex{static_cast<std::uint32_t>(shared)};
        if (rows.keys != nullptr) {
            made.keys = rows.keys->matrix(place.item, shared);
            made.scale = m_facts.scales.at(key);
            info.scale = made.scale;
            if (const auto cap = m_facts.softCaps.find(key); cap != m_facts.softCaps.end())
                info.softCap = made.softCap = cap->second;
            addTensor(head, *rows.keys);
            info.origin.keys = rows.keys->tensor->name;
            info.origin.keysLayer = placeOf(*rows.keys);
        }
        info.rowCount = made.rows.rows;
        info.keyCount = keyCountOf(rows);
        info.element = (rows.keys != nullptr ? rows.keys : rows.rows)->tensor->element;
        addValues(head, parts, rows, place);
        if (const auto sinks = m_facts.sinks.find(key);
            sinks != m_facts.sinks.end() && rows.source != Source::Probabilities) {
            info.sinkScore = made.sinkScore = sinks->second.of(place.head);
            info.origin.sinks = sinks->second.tensor;
        }
        if (place.mask != nullptr) {
            made.existingKeys = place.mask->of(place.item);
            made.masksQueries = isSelfAttention(key, rows);
            info.origin.mask = place.mask->name;
            info.origin.masksQueries = made.masksQueries;
        }
        return head;
    }

    /// V, where it fits this very source: a layer's sources may differ in shape.
    static void addValues(Head& head, const LayerParts& parts, const RowsOf& rows, const Place& place)
    {
        if (!parts.values || parts.values->rows() != head.info.keyCount || parts.values->items() != rows.rows->items()
            || rows.rows->heads() % parts.values->heads() != 0)
            return;
        head.parts.values = parts.values->matrix(place.item, place.head / (rows.rows->heads() / parts.values->heads()));
        head.info.hasValues = true;
        addTensor(head, *parts.values);
    }

    static std::optional<std::uint64_t> placeOf(const TensorSlice& slice)
    {
        return slice.axes.layer ? std::optional(slice.layer) : std::nullopt;
    }

    static void addTensor(Head& head, const TensorSlice& slice)
    {
        head.info.tensors += (head.info.tensors.empty() ? "" : ", ") + slice.tensor->name;
        if (slice.tensor->bytes
            && std::find(head.parts.guards.begin(), head.parts.guards.end(), slice.tensor->bytes)
                == head.parts.guards.end())
            head.parts.guards.push_back(slice.tensor->bytes);
    }

    Draft& m_draft;
    const LayerFacts& m_facts;
    std::vector<Head> m_list;
    LayerStatements m_heads, m_sharing, m_padding;
};

}

Result<std::vector<Head>> listHeads(Draft& draft, const LayerFacts& facts)
{
    return HeadLister(draft, facts).list();
}

}
