// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/causality.h"

#include <algorithm>

#include "capture/evidence.h"
#include "capture/layerlist.h"
#include "capture/text.h"

namespace core {
namespace {

struct Decision
{
    bool causal = false;
    std::string reason;
};

/// What the stored rows of a layer show.
struct Shown
{
    CausalEvidence evidence;
    const Tensor* tensor = nullptr;
    std::uint32_t layer = 0;

    bool isCausal() const { return evidence.rows > 0 && evidence.leaking == 0; }
    /// Softmax over no key at all comes out uniform in some implementations: of a causal head in padded rows only.
    bool leaksInUniformRowsOnly() const
    {
        return evidence.leaking > 0 && evidence.leaking == evidence.uniform && evidence.leaking < evidence.rows;
    }
};

class CausalityReader
{
public:
    CausalityReader(Draft& draft, const LayerTable& table)
        : m_draft(draft)
        , m_table(table)
    {
        for (const auto& [key, parts] : table) {
            if (parts.probabilities)
                m_shown[key] = sample(key.layer, *parts.probabilities, Source::Probabilities);
            else if (parts.scores)
                m_shown[key] = sample(key.layer, *parts.scores, Source::Scores);
        }
    }

    std::map<LayerKey, bool> read()
    {
        std::map<LayerKey, bool> causal;
        LayerStatements statements, alignments, windows;
        for (const auto& [key, parts] : m_table) {
            if (!parts.givesRows())
                continue;
            const auto decision = decide(key, parts);
            if (!decision) {
                m_draft.need("--causal yes|no: " + whyOpen(key));
                continue;
            }
            causal[key] = decision->causal;
            statements.add(key, decision->causal ? "yes" : "no", decision->reason);
            compare(key, *decision);
            if (!decision->causal)
                continue;
            if (parts.queryCount() != parts.keyCount())
                alignments.add(key, "the last query sees every key", alignment(key, parts));
            if (const auto window = windowOf(key, parts))
                windows.add(key, countText(*window, "key"), "no sampled row has weight further back");
        }
        statements.tell(m_draft, "causal");
        alignments.tell(m_draft, "alignment");
        windows.tell(m_draft, "window");
        return causal;
    }

private:
    /// A tensor that stacks layers is sampled once.
    Shown sample(std::uint32_t layer, const TensorSlice& slice, Source measure)
    {
        const auto [place, isNew] = m_sampled.try_emplace(slice.tensor);
        if (isNew)
            place->second = sampleCausality(*slice.tensor, slice.axes, measure);
        return {place->second, slice.tensor, layer};
    }

    std::optional<Decision> decide(const LayerKey& key, const LayerParts& parts) const
    {
        const bool crossBesideOthers = key.group == "cross" && hasOtherGroups(key.group);
        if (m_draft.hints.causal && !crossBesideOthers)
            return Decision{*m_draft.hints.causal, "stated by hint"};
        if (const auto stated = bySidecar(key))
            return stated;
        const Shown* shown = shownFor(key);
        if (shown != nullptr && !shown->leaksInUniformRowsOnly())
            return shownBy(*shown, key);
        if (const auto named = byName(key, parts))
            return named;
        if (shown != nullptr)
            return std::nullopt;
        if (parts.queryCount() == 1)
            return Decision{false, "a single query sees every key"};
        if (parts.probabilities || parts.scores)
            return Decision{false, "no sampled row shows it"};
        return std::nullopt;
    }

    bool hasOtherGroups(const std::string& group) const
    {
        return std::any_of(
            m_table.begin(), m_table.end(), [&group](const auto& entry) { return entry.first.group != group; });
    }

    /// That rows are not causal is said of cross-attention too.
    std::optional<Decision> bySidecar(const LayerKey& key) const
    {
        const Sidecar* sidecar = m_draft.sidecar();
        if (sidecar == nullptr || !sidecar->causal)
            return std::nullopt;
        if (!speaksOf(*sidecar, m_table, key.group) && (sidecar->group || *sidecar->causal))
            return std::nullopt;
        return Decision{
            *sidecar->causal, m_draft.sidecarName() + " says \"causal\": " + (*sidecar->causal ? "true" : "false")};
    }

    const Shown* ownRows(const LayerKey& key) const
    {
        const auto own = m_shown.find(key);
        return own != m_shown.end() && own->second.evidence.rows > 0 ? &own->second : nullptr;
    }

    /// The layer's own stored rows, else those of another layer of the group with as many queries and keys.
    const Shown* shownFor(const LayerKey& key) const
    {
        if (const Shown* own = ownRows(key))
            return own;
        const LayerParts& parts = m_table.at(key);
        for (const auto& [other, shown] : m_shown) {
            const LayerParts& otherParts = m_table.at(other);
            if (other.group == key.group && shown.evidence.rows > 0 && otherParts.queryCount() == parts.queryCount()
                && otherParts.keyCount() == parts.keyCount())
                return &shown;
        }
        return nullptr;
    }

    static Decision shownBy(const Shown& shown, const LayerKey& key)
    {
        const std::string before = shown.layer == key.layer ? "" : numbered("as in L", shown.layer) + ": ";
        if (shown.isCausal())
            return {true, before + "inferred: sampled rows hold no weight above the diagonal"};
        return {false, before + "inferred: sampled rows have weight above the diagonal"};
    }

    std::string whyOpen(const LayerKey& key) const
    {
        if (const Shown* shown = shownFor(key))
            return "of '" + shown->tensor->name + "' only rows that are uniform over every key have weight above the "
                + "diagonal, " + std::to_string(shown->evidence.leaking) + " of "
                + countText(shown->evidence.rows, "sampled row")
                + ": so are the padded rows of a causal head written where every key is masked";
        return "no row, name or sidecar tells whether a query of " + (key.group.empty() ? "this dump" : key.group)
            + " sees later keys";
    }

    static std::optional<Decision> byName(const LayerKey& key, const LayerParts& parts)
    {
        if (key.group == "decoder")
            return Decision{true, "inferred: decoders are causal"};
        if (key.group == "encoder" || key.group == "cross")
            return Decision{false, "inferred: " + key.group + " attention sees every key"};
        if (parts.decoderOnly)
            return Decision{true, "inferred: the names are those of a decoder-only model"};
        return std::nullopt;
    }

    /// Says where the stored rows contradict a statement.
    void compare(const LayerKey& key, const Decision& decision)
    {
        const Shown* shown = ownRows(key);
        if (shown == nullptr || shown->isCausal() == decision.causal)
            return;
        const CausalEvidence& evidence = shown->evidence;
        const std::string tensor = "'" + shown->tensor->name + "'";
        if (!decision.causal && evidence.rows > 1)
            m_draft.find("causal", "no",
                decision.reason + ", although sampled rows of " + tensor + " hold no weight above the diagonal");
        if (decision.causal)
            m_draft.find("mass above the diagonal",
                evidence.worstLeak > 0 ? numberText(evidence.worstLeak) + " in row " + std::to_string(evidence.worstRow)
                                       : numbered("in row ", evidence.worstRow),
                decision.reason + ", although " + countText(evidence.leaking, "sampled row") + " of " + tensor
                    + (evidence.leaking == 1 ? " has" : " have") + " weight there; it is left out");
    }

    std::string alignment(const LayerKey& key, const LayerParts& parts) const
    {
        const std::string counts = countText(parts.queryCount(), "row") + " x " + countText(parts.keyCount(), "key");
        if (parts.queryCount() > parts.keyCount())
            return counts + ": the first " + countText(parts.queryCount() - parts.keyCount(), "row") + " see no key";
        const Shown* shown = ownRows(key);
        const bool unusedEnd = shown != nullptr && shown->evidence.rows > 1 && shown->evidence.pastOwn == 0;
        return counts + ": row i sees keys 0 to i + " + std::to_string(parts.keyCount() - parts.queryCount())
            + (unusedEnd
                    ? "; but sampled rows have weight on keys 0 to i only: if the keys behind are unused room of a "
                      "cache, save the dump without them"
                    : "");
    }

    /// Keys that a causal layer of a sliding window sees: where no row reaches over more than half of the keys.
    std::optional<std::uint64_t> windowOf(const LayerKey& key, const LayerParts& parts) const
    {
        const Shown* shown = ownRows(key);
        if (shown == nullptr || shown->evidence.rows < 2 || 2 * shown->evidence.reach > parts.queryCount())
            return std::nullopt;
        return shown->evidence.reach;
    }

    Draft& m_draft;
    const LayerTable& m_table;
    std::map<const Tensor*, CausalEvidence> m_sampled;
    std::map<LayerKey, Shown> m_shown;
};

}

std::map<LayerKey, bool> readCausality(Draft& draft, const LayerTable& table)
{
    return CausalityReader(draft, table).read();
}

}
