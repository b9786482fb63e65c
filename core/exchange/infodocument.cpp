// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/infodocument.h"

#include <algorithm>
#include <tuple>

#include "exchange/dumpmembers.h"

namespace core {

namespace {

void writeTexts(JsonWriter& json, std::string_view key, const auto& texts)
{
    json.beginList(key, JsonWriter::Layout::Line);
    for (const auto& text : texts)
        json.text(text);
    json.endList();
}

void writeFindings(JsonWriter& json, const std::vector<Finding>& findings)
{
    json.beginList("findings");
    for (const Finding& finding : findings) {
        json.beginObject(JsonWriter::Layout::Line);
        json.text("subject", finding.subject);
        json.text("reading", finding.reading);
        json.text("reason", finding.reason);
        json.endObject();
    }
    json.endList();
}

void writeLayer(JsonWriter& json, const LayerInfo& layer)
{
    const HeadInfo& head = layer.first;
    json.beginObject(JsonWriter::Layout::Line);
    json.text("group", head.id.group);
    json.integer("layer", head.id.layer.value);
    json.integer("item", head.id.item.value);
    json.integer("heads", layer.headCount);
    json.integer("n_query", head.rowCount);
    json.integer("n_key", head.keyCount);
    writeTexts(json, "sources", layer.sources);
    json.text("dtype", nameOf(head.element));
    json.truth("causal", head.causal);
    if (head.window)
        json.integer("window", *head.window);
    json.truth("values", head.hasValues);
    if (head.scale)
        json.number("scale", *head.scale);
    if (head.softCap)
        json.number("softcap", *head.softCap);
    if (head.sinkScore)
        json.truth("sinks", true);
    json.endObject();
}

}

std::vector<LayerInfo> layersOf(const Capture& capture)
{
    std::vector<LayerInfo> layers;
    for (const HeadInfo& head : capture.heads()) {
        const auto place = [](const HeadInfo& info) { return std::tie(info.id.group, info.id.layer, info.id.item); };
        const auto known = std::find_if(
            layers.begin(), layers.end(), [&](const LayerInfo& layer) { return place(layer.first) == place(head); });
        const bool isDefault = head.id.source == capture.defaultSource(head.id.group, head.id.layer);
        const auto source = nameOf(head.id.source);
        if (known == layers.end()) {
            layers.push_back({head, isDefault ? 1U : 0U, {source}});
            continue;
        }
        if (isDefault && known->headCount++ == 0)
            known->first = head;
        if (std::find(known->sources.begin(), known->sources.end(), source) == known->sources.end())
            known->sources.insert(isDefault ? known->sources.begin() : known->sources.end(), source);
    }
    return layers;
}

void writeInfoDocument(JsonWriter& json, const DocumentHeader& header, const Capture& capture,
    const AuditSummary& audit, const std::vector<std::string>& devices)
{
    const DumpFile& dump = capture.dump();
    beginDocument(json, header);
    json.text("container", dump.container);
    if (dump.sidecar)
        json.text("sidecar", dump.sidecar->path);
    writeMembers(json, "members", capture);
    writeFindings(json, capture.findings());
    json.beginList("layers");
    for (const LayerInfo& layer : layersOf(capture))
        writeLayer(json, layer);
    json.endList();
    json.integer("heads", defaultHeads(capture).size());
    writeRowCounts(json, audit.rows, audit.sampled);
    writeTexts(json, "needs", std::vector<std::string>());
    if (!devices.empty())
        writeTexts(json, "devices", devices);
    json.endObject();
}

void writeNeedsDocument(JsonWriter& json, const DocumentHeader& header, const Error& error)
{
    beginDocument(json, header);
    json.text("message", error.message);
    json.text("advice", error.advice);
    writeTexts(json, "needs", error.reasons);
    json.endObject();
}

}
