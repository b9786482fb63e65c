// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sinks.h"

#include <algorithm>
#include <cmath>

#include "capture/layerlist.h"
#include "capture/text.h"

namespace core {
namespace {

constexpr std::uint64_t mostHeads = 1U << 18U;

/// Heads of the rows that take sinks: of Q, else of the scores; 0 where there are none.
std::uint64_t headsOf(const LayerParts& parts)
{
    if (parts.computesRows())
        return parts.queries->heads();
    return parts.scores ? parts.scores->heads() : 0;
}

bool areFinite(const std::vector<double>& numbers)
{
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

class SinkReader
{
public:
    SinkReader(Draft& draft, const LayerTable& table)
        : m_draft(draft)
        , m_table(table)
    {
    }

    Result<std::map<LayerKey, LayerSinks>> read()
    {
        for (std::size_t i = 0; i < m_draft.dump->tensors.size(); ++i)
            if (m_draft.names[i].role == NameRole::Sinks)
                if (auto taken = takeTensor(i); !taken)
                    return tl::unexpected(taken.error());
        if (m_draft.sidecar() != nullptr && !m_draft.sidecar()->sinkScores.empty())
            if (auto taken = takeSidecar(*m_draft.sidecar()); !taken)
                return tl::unexpected(taken.error());
        LayerStatements statements;
        for (const auto& [key, sinks] : m_sinks)
            statements.add(key, "in every row's denominator, never counted as a key",
                "scores from " + (sinks.tensor.empty() ? m_draft.sidecarName() : "'" + sinks.tensor + "'"));
        statements.tell(m_draft, "sinks");
        m_unused.tell(m_draft, "sinks of probabilities");
        return std::move(m_sinks);
    }

private:
    /// Numbers by head: all axes but one have one element.
    Result<void> takeTensor(std::size_t index)
    {
        const Tensor& tensor = m_draft.tensor(index);
        TensorReading& reading = m_draft.readings[index];
        const LayerKey key = layerKeyOf(m_draft, m_draft.names[index]);
        const auto parts = m_table.find(key);
        const std::uint64_t heads = parts == m_table.end() ? 0 : headsOf(parts->second);
        if (heads == 0) {
            reading.reason = "named as sinks, but no row of its layer is computed from scores or Q and K";
            m_draft.find(tensor.name, "not used", reading.reason);
            return {};
        }
        const auto axis =
            static_cast<std::size_t>(std::max_element(tensor.shape.begin(), tensor.shape.end()) - tensor.shape.begin());
        if (tensor.shape.empty() || !isFloating(tensor.element) || heads > mostHeads || tensor.shape[axis] != heads
            || tensor.elementCount() != heads)
            return malformed("'" + tensor.name + "' (" + std::string(nameOf(tensor.element)) + ", "
                + shapeText(tensor.shape) + ") is named as sinks and does not hold a number for each of the "
                + countText(heads, "head") + numbered(" of L", key.layer));
        LayerSinks sinks{std::vector<double>(static_cast<std::size_t>(heads)), tensor.name};
        decode(tensor.data, static_cast<std::ptrdiff_t>(tensor.strides[axis]), sinks.scores.size(), tensor.element,
            tensor.order, sinks.scores.data());
        if (!areFinite(sinks.scores))
            return malformed("'" + tensor.name + "' is named as sinks and holds a number that is not finite");
        reading.role = TensorRole::Sinks;
        reading.reason = "the name says \"sinks\": the score of one for each head";
        std::fill(reading.axisReasons.begin(), reading.axisReasons.end(), "one element");
        reading.axes[axis] = "head";
        reading.axisReasons[axis] = "the heads" + numbered(" of L", key.layer);
        return add(key, std::move(sinks));
    }

    Result<void> takeSidecar(const Sidecar& sidecar)
    {
        const auto places = placesInList(m_table, sidecar.sinkScores.size());
        for (const auto& [key, parts] : m_table) {
            if (!parts.givesRows() || !speaksOf(sidecar, m_table, key.group))
                continue;
            const std::uint64_t heads = headsOf(parts);
            if (heads == 0)
                continue;
            if (!places || !places->contains(key))
                return wrongListLength(m_draft, m_table, sidecar.sinkScores.size(), "lists of sinks",
                    "Give one list of 'sink_logits' for all layers or one per layer.");
            const auto& scores = sidecar.sinkScores[places->at(key)];
            if (scores.empty())
                continue;
            if (scores.size() != 1 && scores.size() != heads)
                return malformed(m_draft.sidecarName() + " gives " + std::to_string(scores.size()) + " sinks for the "
                    + countText(heads, "head") + numbered(" of L", key.layer));
            if (auto added = add(key, {scores, {}}); !added)
                return added;
        }
        return {};
    }

    /// Two accounts of one layer have to agree; the first is kept.
    Result<void> add(const LayerKey& key, LayerSinks sinks)
    {
        if (m_table.at(key).probabilities)
            m_unused.add(key, "not applied", "stored probabilities are read as they are, whatever their sum");
        const auto [known, isNew] = m_sinks.try_emplace(key, sinks);
        if (isNew)
            return {};
        const std::size_t heads = std::max(known->second.scores.size(), sinks.scores.size());
        for (std::size_t head = 0; head < heads; ++head)
            if (known->second.of(head) != sinks.of(head))
                return malformed("sinks of L" + std::to_string(key.layer)
                    + " are stated twice and differ: " + numberText(known->second.of(head)) + " in '"
                    + known->second.tensor + "' and " + numberText(sinks.of(head)) + " in "
                    + (sinks.tensor.empty() ? m_draft.sidecarName() : "'" + sinks.tensor + "'")
                    + numbered(" for head ", head));
        return {};
    }

    tl::unexpected<Error> malformed(const std::string& why) const
    {
        return failure(ErrorCode::Malformed, "failed to open '" + m_draft.dump->path.string() + "': " + why,
            "Give one finite number for each head: a tensor [heads] named layers.0.sinks, or 'sink_logits' in the "
            "sidecar.");
    }

    Draft& m_draft;
    const LayerTable& m_table;
    std::map<LayerKey, LayerSinks> m_sinks;
    LayerStatements m_unused;
};

}

Result<std::map<LayerKey, LayerSinks>> readSinks(Draft& draft, const LayerTable& table)
{
    return SinkReader(draft, table).read();
}

}
