// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/causality.h"

#include <algorithm>

#include "capture/evidence.h"
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

    bool isCausal() const { return evidence.rows > 0 && evidence.leaking == 0; }
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
                m_shown[key] = sample(*parts.probabilities, Source::Probabilities);
            else if (parts.scores)
                m_shown[key] = sample(*parts.scores, Source::Scores);
        }
    }

    std::map<LayerKey, bool> read()
    {
        std::map<LayerKey, bool> causal;
        LayerStatements statements, alignments;
        for (const auto& [key, parts] : m_table) {
            const auto decision = decide(key, parts);
            if (!decision) {
                m_draft.need("--causal yes|no: no row, name or sidecar tells whether a query of "
                    + (key.group.empty() ? "this dump" : key.group) + " sees later keys");
                continue;
            }
            causal[key] = decision->causal;
            statements.add(key, decision->causal ? "yes" : "no", decision->reason);
            compare(key, *decision);
            if (decision->causal && parts.queryCount() != parts.keyCount())
                alignments.add(key, "the last query sees every key", alignment(parts));
        }
        statements.tell(m_draft, "causal");
        alignments.tell(m_draft, "alignment");
        return causal;
    }

private:
    /// A tensor that stacks layers is sampled once.
    Shown sample(const TensorSlice& slice, Source measure)
    {
        const auto [place, isNew] = m_sampled.try_emplace(slice.tensor);
        if (isNew)
            place->second = sampleCausality(*slice.tensor, slice.axes, measure);
        return {place->second, slice.tensor};
    }

    std::optional<Decision> decide(const LayerKey& key, const LayerParts& parts) const
    {
        const bool crossBesideOthers = key.group == "cross" && hasOtherGroups(key.group);
        if (m_draft.hints.causal && !crossBesideOthers)
            return Decision{*m_draft.hints.causal, "stated by hint"};
        if (const auto stated = bySidecar(key))
            return stated;
        if (const auto shown = byRows(key))
            return shown;
        if (const auto named = byName(key, parts))
            return named;
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

    /// A sidecar speaks of its own group, or of every group but cross-attention.
    std::optional<Decision> bySidecar(const LayerKey& key) const
    {
        const Sidecar* sidecar = m_draft.sidecar();
        if (sidecar == nullptr || !sidecar->causal)
            return std::nullopt;
        const bool spokenOf = sidecar->group ? *sidecar->group == key.group || !hasOtherGroups(key.group)
                                             : key.group != "cross" || !*sidecar->causal;
        if (!spokenOf)
            return std::nullopt;
        return Decision{
            *sidecar->causal, m_draft.sidecarName() + " says \"causal\": " + (*sidecar->causal ? "true" : "false")};
    }

    /// By the layer's own stored rows, else by those of another layer of the group with as many queries and keys.
    std::optional<Decision> byRows(const LayerKey& key) const
    {
        const auto own = m_shown.find(key);
        if (own != m_shown.end() && own->second.evidence.rows > 0)
            return shownBy(own->second, "");
        const LayerParts& parts = m_table.at(key);
        for (const auto& [other, shown] : m_shown) {
            const LayerParts& otherParts = m_table.at(other);
            if (other.group == key.group && shown.evidence.rows > 0 && otherParts.queryCount() == parts.queryCount()
                && otherParts.keyCount() == parts.keyCount())
                return shownBy(shown, numbered("as in L", other.layer) + ": ");
        }
        return std::nullopt;
    }

    static Decision shownBy(const Shown& shown, const std::string& before)
    {
        if (shown.isCausal())
            return {true, before + "inferred: sampled rows hold no weight above the diagonal"};
        return {false, before + "inferred: sampled rows have weight above the diagonal"};
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
        const auto found = m_shown.find(key);
        if (found == m_shown.end() || found->second.evidence.rows == 0 || found->second.isCausal() == decision.causal)
            return;
        const CausalEvidence& evidence = found->second.evidence;
        const std::string tensor = "'" + found->second.tensor->name + "'";
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

    static std::string alignment(const LayerParts& parts)
    {
        const std::string counts = countText(parts.queryCount(), "row") + " x " + countText(parts.keyCount(), "key");
        if (parts.queryCount() < parts.keyCount())
            return counts + ": row i sees keys 0 to i + " + std::to_string(parts.keyCount() - parts.queryCount());
        return counts + ": the first " + countText(parts.queryCount() - parts.keyCount(), "row") + " see no key";
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
