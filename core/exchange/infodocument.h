// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exchange/document.h"
#include "study/summary.h"

namespace core {

/// Row states of a whole dump.
struct AuditSummary
{
    RowAudit rows;
    std::optional<std::size_t> sampled; ///< rows that were looked at, when not all were
};

/// Heads of one layer, item and source.
struct LayerInfo
{
    HeadInfo first;
    std::size_t headCount = 0;
    std::vector<std::string_view> sources; ///< all sources of the layer, its default first
};

/// Layers in the order of the capture's heads, one entry per group, layer and item.
std::vector<LayerInfo> layersOf(const Capture& capture);

/// Writes a document tailmass.info/1.
void writeInfoDocument(JsonWriter& json, const DocumentHeader& header, const Capture& capture,
    const AuditSummary& audit, const std::vector<std::string>& devices);
/// The same schema for a dump that cannot be understood without hints: `error` lists them.
void writeNeedsDocument(JsonWriter& json, const DocumentHeader& header, const Error& error);

}
