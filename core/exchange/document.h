// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "capture/capture.h"
#include "compute/request.h"
#include "exchange/json.h"
#include "study/summary.h"

namespace core {

std::string_view programVersion();
std::string_view readingName(Reading reading); ///< "stored" or "rounded"
std::string_view precisionName(Precision precision); ///< "screen" or "proven"

/// What every document starts with.
struct DocumentHeader
{
    std::string schema; ///< "tailmass.row/1"
    std::string dumpPath;
    std::optional<std::string> sha256; ///< of the dump, where the document has to stand alone
    std::optional<std::uint64_t> dumpSize; ///< bytes
    Reading reading = Reading::Stored;
    Precision precision = Precision::Proven; ///< what the path that computed the numbers proves
};

/// Opens the document's object and writes the header into it. The caller ends the object.
void beginDocument(JsonWriter& json, const DocumentHeader& header);

/// Members that name a head: group, layer, head, item, name, source, kv_head where K and V are shared. `Sink` is a
/// JsonWriter or anything that takes members as it does.
template <typename Sink>
void writeHeadName(Sink& sink, const HeadInfo& head)
{
    sink.text("group", head.id.group);
    sink.integer("layer", head.id.layer.value);
    sink.integer("head", head.id.head.value);
    sink.integer("item", head.id.item.value);
    sink.text("name", head.name);
    sink.text("source", nameOf(head.id.source));
    if (head.kvHead)
        sink.integer("kv_head", head.kvHead->value);
}

/// The object "rows": how many rows there are of each state; `sampled` when only so many were looked at.
template <typename Sink>
void writeRowCounts(Sink& sink, const RowAudit& audit, std::optional<std::size_t> sampled = {})
{
    sink.beginObject("rows", JsonWriter::Layout::Line);
    sink.integer("total", audit.total);
    sink.integer("valid", audit.valid);
    sink.integer("masked", audit.masked);
    sink.integer("nan", audit.undefined);
    sink.integer("zero", audit.zero);
    sink.integer("not_normalised", audit.notNormalised);
    if (sampled)
        sink.integer("sampled", *sampled);
    sink.endObject();
}

/// The middle of an interval: the value where one number has to stand for it.
double middle(const Interval& interval);

}
