// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/statements.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "exchange/decimal.h"
#include "exchange/json.h"

namespace core {

namespace {

using Statements = std::map<std::string, std::string>;

template <typename Write>
std::string jsonList(Write write)
{
    std::ostringstream text;
    JsonWriter json(text);
    json.beginList(JsonWriter::Layout::Line);
    write(json);
    json.endList();
    std::string list = text.str();
    while (!list.empty() && list.back() == '\n')
        list.pop_back();
    return list;
}

void writeTexts(JsonWriter& json, const std::vector<std::string>& texts)
{
    for (const std::string& text : texts)
        json.text(text);
}

template <typename Visit>
void forEachSource(const std::vector<LayerHeads>& layers, Visit visit)
{
    for (const LayerHeads& layer : layers)
        for (const SourceHeads& heads : layer.sources)
            visit(heads);
}

void stateTokens(const Sidecar& sidecar, const std::vector<LayerHeads>& layers, Statements& to)
{
    std::set<ItemIndex> items;
    forEachSource(layers, [&items](const SourceHeads& heads) {
        for (const HeadInfo& head : heads.heads)
            items.insert(head.id.item);
    });
    if (!sidecar.queryTokens.empty())
        to["query_tokens"] = jsonList([&](JsonWriter& json) { writeTexts(json, sidecar.queryTokens); });
    if (!sidecar.keyTokens.empty())
        to["key_tokens"] = jsonList([&](JsonWriter& json) { writeTexts(json, sidecar.keyTokens); });
    const std::size_t listed = sidecar.itemTokens.size();
    if (std::none_of(items.begin(), items.end(), [listed](ItemIndex item) { return item.value < listed; }))
        return;
    to["batch_tokens"] = jsonList([&](JsonWriter& json) {
        for (const ItemIndex item : items) {
            json.beginList(JsonWriter::Layout::Line);
            if (item.value < listed)
                writeTexts(json, sidecar.itemTokens[item.value]);
            json.endList();
        }
    });
}

/// The factor of q.k: one number, or one for each layer in their order.
void stateScale(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::vector<double> scales;
    forEachSource(layers, [&scales](const SourceHeads& heads) {
        if (heads.heads.front().scale)
            scales.push_back(*heads.heads.front().scale);
    });
    if (scales.empty())
        return;
    if (std::all_of(scales.begin(), scales.end(), [&scales](double x) { return x == scales.front(); }))
        to["scale"] = decimalText(scales.front());
    else
        to["scale"] = jsonList([&](JsonWriter& json) {
            for (const double scale : scales)
                json.number(scale);
        });
}

/// One value where all are the same, else a list, whose members `write` writes.
template <typename Value, typename Text, typename Write>
void stateList(const std::string& key, const std::vector<Value>& values, Text text, Write write, Statements& to)
{
    if (std::all_of(values.begin(), values.end(), [](const Value& x) { return x == Value{}; }))
        return;
    if (std::all_of(values.begin(), values.end(), [&values](const Value& x) { return x == values.front(); }))
        to[key] = text(values.front());
    else
        to[key] = jsonList([&](JsonWriter& json) {
            for (const Value& value : values)
                write(json, value);
        });
}

/// Of each layer, 0 where it sees all keys.
void stateWindow(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::vector<std::uint64_t> windows;
    for (const LayerHeads& layer : layers)
        windows.push_back(layer.sources.front().heads.front().window.value_or(0));
    const auto write = [](JsonWriter& json, std::uint64_t window) {
        if (window > 0)
            json.integer(window);
        else
            json.null();
    };
    stateList(
        "window", windows, [](std::uint64_t window) { return std::to_string(window); }, write, to);
}

/// Of each layer with Q and K, 0 where there is none.
void stateSoftCap(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::vector<double> caps;
    forEachSource(layers, [&caps](const SourceHeads& heads) {
        if (heads.source() == Source::Factors)
            caps.push_back(heads.heads.front().softCap.value_or(0));
    });
    stateList(
        "softcap", caps, [](double cap) { return decimalText(cap); },
        [](JsonWriter& json, double cap) { json.number(cap); }, to);
}

/// Sinks of a layer's heads, which are those of every item; empty where it has none.
std::vector<double> sinksOf(const LayerHeads& layer)
{
    std::vector<double> sinks;
    for (const SourceHeads& heads : layer.sources)
        if (sinks.empty() && heads.heads.front().sinkScore)
            for (std::size_t head = 0; head < heads.headCount(); ++head)
                sinks.push_back(*heads.heads[head].sinkScore);
    return sinks;
}

void stateSinks(const std::vector<LayerHeads>& layers, Statements& to)
{
    if (std::all_of(layers.begin(), layers.end(), [](const LayerHeads& layer) { return sinksOf(layer).empty(); }))
        return;
    to["sink_logits"] = jsonList([&](JsonWriter& json) {
        for (const LayerHeads& layer : layers) {
            const std::vector<double> sinks = sinksOf(layer);
            if (sinks.empty()) {
                json.null();
                continue;
            }
            json.beginList(JsonWriter::Layout::Line);
            for (const double sink : sinks)
                json.number(sink);
            json.endList();
        }
    });
}

/// Numbers of heads, where all layers and sources agree: there is one key for all.
void stateHeads(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::set<std::size_t> queryHeads, kvHeads;
    forEachSource(layers, [&](const SourceHeads& heads) {
        queryHeads.insert(heads.headCount());
        if (const auto sharers = headsPerKvHead(heads))
            kvHeads.insert(heads.headCount() / *sharers);
    });
    if (queryHeads.size() == 1)
        to["n_heads"] = std::to_string(*queryHeads.begin());
    if (kvHeads.size() == 1)
        to["n_kv_heads"] = std::to_string(*kvHeads.begin());
}

/// The group, where names do not tell it; and of a single one always, so that the rest is said of it.
void stateGroup(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::set<std::string> groups;
    for (const LayerHeads& layer : layers)
        groups.insert(layer.group);
    for (const std::string& group : groups)
        if (!group.empty() && (groups.size() == 1 || !isNamedGroup(group)))
            to["group"] = group;
}

/// One truth value speaks of every group but cross-attention, or of the group that is stated. Layers that differ
/// otherwise are left to their stored rows and names.
void stateCausality(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::set<bool> all, others, cross;
    for (const LayerHeads& layer : layers) {
        const bool causal = layer.sources.front().heads.front().causal;
        all.insert(causal);
        (layer.group == "cross" ? cross : others).insert(causal);
    }
    if (all.size() == 1)
        to["causal"] = *all.begin() ? "true" : "false";
    else if (others.size() == 1 && !cross.contains(true))
        to["causal"] = "true";
}

/// Whether the shape of a source's tensors leaves the order of their axes open: as many heads as positions, or
/// probabilities as long as wide, whose columns may sum to 1 too.
bool leavesAxesOpen(const SourceHeads& heads)
{
    const HeadInfo& head = heads.heads.front();
    if (heads.source() == Source::Factors)
        return heads.headCount() >= std::min(head.rowCount, head.keyCount);
    return heads.source() == Source::Probabilities && head.rowCount == head.keyCount;
}

/// One order can be stated: of Q, K and V where it is open, else of probabilities.
void stateAxes(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::map<Source, bool> open; // and whether there are several items
    forEachSource(layers, [&open](const SourceHeads& heads) {
        if (leavesAxesOpen(heads))
            open[heads.source()] = open[heads.source()] || heads.items > 1;
    });
    if (open.empty())
        return;
    const auto& [source, severalItems] = *open.rbegin();
    const std::string axes = source == Source::Factors ? "HPD" : "HQK";
    to["stated"] = R"({"roles": ")" + std::string(severalItems ? "B" : "") + axes + R"("})";
}

void stateKind(const std::vector<LayerHeads>& layers, Statements& to)
{
    std::set<Source> sources;
    forEachSource(layers, [&sources](const SourceHeads& heads) { sources.insert(heads.source()); });
    if (sources.size() == 1)
        to["kind"] = nameOf(*sources.begin());
}

}

std::map<std::string, std::string> statementsOf(const Capture& capture, const std::vector<LayerHeads>& layers)
{
    Statements statements;
    if (const auto& sidecar = capture.dump().sidecar) {
        stateTokens(*sidecar, layers, statements);
        if (!sidecar->model.empty())
            statements["model"] = sidecar->model;
        if (!sidecar->note.empty())
            statements["note"] = sidecar->note;
    }
    stateScale(layers, statements);
    stateWindow(layers, statements);
    stateSoftCap(layers, statements);
    stateSinks(layers, statements);
    stateHeads(layers, statements);
    stateGroup(layers, statements);
    stateCausality(layers, statements);
    stateAxes(layers, statements);
    stateKind(layers, statements);
    return statements;
}

}
