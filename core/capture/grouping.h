// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "capture/draft.h"
#include "capture/tensorslice.h"

namespace core {

struct LayerKey
{
    std::string group;
    std::uint32_t layer = 0;

    friend auto operator<=>(const LayerKey&, const LayerKey&) = default;
};

/// What a layer has.
struct LayerParts
{
    std::optional<TensorSlice> probabilities;
    std::optional<TensorSlice> scores;
    std::optional<TensorSlice> queries;
    std::optional<TensorSlice> keys;
    std::optional<TensorSlice> values;
    bool decoderOnly = false; ///< names of a model without an encoder
    std::string refusal; ///< why no rows are computed from Q and K that are there; else empty

    bool hasFactors() const { return queries && keys; }
    bool hasRows() const { return probabilities || scores || hasFactors(); }
    bool computesRows() const { return hasFactors() && refusal.empty(); }
    /// Whether the layer has heads.
    bool givesRows() const { return probabilities || scores || computesRows(); }
    /// What a row and a column count is read from: stored rows first, else Q and K. Needs hasRows().
    std::uint64_t queryCount() const;
    std::uint64_t keyCount() const;
};

using LayerTable = std::map<LayerKey, LayerParts>;

/// Members by group and layer. A tensor that finds its place taken becomes "other", with a finding; so do Q, K and V
/// that give no rows.
LayerTable groupLayers(Draft& draft);

/// Group and layer of a tensor by its name and the sidecar, where it has no layer axis.
LayerKey layerKeyOf(Draft& draft, const NameReading& name);

/// Says of a layer's tensor why it is not used.
void tellNotUsed(Draft& draft, const LayerKey& key, const TensorSlice& part, const std::string& why);

/// Collects a statement per layer and tells equal ones once.
class LayerStatements
{
public:
    void add(const LayerKey& key, const std::string& reading, const std::string& reason);
    /// Adds findings, with the group where the dump has several, and the layers where they differ.
    void tell(Draft& draft, const std::string& subject) const;

private:
    struct Statement
    {
        std::string group;
        std::string reading;
        std::string reason;
        std::vector<std::uint32_t> layers;
    };
    std::vector<Statement> m_statements;
};

}
