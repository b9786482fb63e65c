// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/certificatedocument.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <map>
#include <set>
#include <tuple>

#include "exchange/decimal.h"
#include "exchange/dumpmembers.h"
#include "study/sharedkeys.h"

namespace core {

namespace {

/// What heads have in common with those that share K and V with them.
class SharedHeads
{
public:
    explicit SharedHeads(const Capture& capture)
        : m_capture(capture)
    {
        for (const HeadInfo& head : capture.heads())
            if (head.kvHead) {
                std::size_t& count = m_counts[layerOf(head)];
                count = std::max<std::size_t>(count, head.kvHead->value + std::size_t{1});
            }
    }

    /// How many heads of K and V the heads of its layer share, where they do.
    std::size_t countFor(const HeadInfo& head) const { return m_counts.at(layerOf(head)); }

    void writeSinks(JsonWriter& json, const HeadInfo& head) const
    {
        json.beginList("shared_sink_logits", JsonWriter::Layout::Line);
        for (const HeadInfo& other : m_capture.heads())
            if (inSameKvGroup(head, other))
                json.number(other.sinkScore.value_or(0));
        json.endList();
    }

private:
    using Layer = std::tuple<std::string, std::uint32_t, std::uint32_t, Source>;
    static Layer layerOf(const HeadInfo& head)
    {
        return {head.id.group, head.id.layer.value, head.id.item.value, head.id.source};
    }

    const Capture& m_capture;
    std::map<Layer, std::size_t> m_counts;
};

/// Its tensor, or else its score, and then those of the heads that a shared set is chosen for.
void writeSink(JsonWriter& json, const HeadInfo& head, const SharedHeads* shared)
{
    if (!head.origin.sinks.empty())
        return json.text("sinks", head.origin.sinks);
    json.number("sink_logit", *head.sinkScore);
    if (shared != nullptr && head.kvHead)
        shared->writeSinks(json, head);
}

/// With the list of tensors and their axes all that is needed to find the head's bytes. `shared`: null where heads keep
/// sets of their own.
void writeHead(JsonWriter& json, const HeadInfo& head, const SharedHeads* shared)
{
    const HeadOrigin& origin = head.origin;
    json.beginObject(JsonWriter::Layout::Line);
    json.text("group", head.id.group);
    json.integer("layer", head.id.layer.value);
    json.integer("head", head.id.head.value);
    json.integer("item", head.id.item.value);
    json.text("name", head.name);
    json.text("source", nameOf(head.id.source));
    json.integer("n_query", head.rowCount);
    json.integer("n_key", head.keyCount);
    json.text("tensor", origin.rows);
    if (origin.rowsLayer)
        json.integer("tensor_layer", *origin.rowsLayer);
    if (head.id.source == Source::Factors) {
        json.text("keys", origin.keys);
        if (origin.keysLayer)
            json.integer("keys_layer", *origin.keysLayer);
        json.integer("kv_head", head.kvHead ? head.kvHead->value : head.id.head.value);
        json.number("scale", head.scale.value_or(1));
        if (head.softCap)
            json.number("softcap", *head.softCap);
    } else if (shared != nullptr && head.kvHead) {
        json.integer("kv_heads", shared->countFor(head));
    }
    json.truth("causal", head.causal);
    if (head.window)
        json.integer("window", *head.window);
    if (head.sinkScore)
        writeSink(json, head, shared);
    if (!origin.mask.empty()) {
        json.text("mask", origin.mask);
        json.truth("mask_queries", origin.masksQueries);
    }
    json.endObject();
}

std::set<std::string> tensorsOf(const Certificate& certificate)
{
    std::set<std::string> names;
    for (const HeadInfo& head : certificate.heads)
        for (const std::string& name : {head.origin.rows, head.origin.keys, head.origin.mask, head.origin.sinks})
            if (!name.empty())
                names.insert(name);
    return names;
}

void writeClaim(JsonWriter& json, const Capture& capture, const CertificateDocument& document)
{
    const Claim& claim = document.certificate.claim;
    const bool sharing = claim.sharing == RulePreparer::Sharing::KvGroup;
    json.beginObject("claim");
    json.text("rule", ruleText(claim.rule));
    if (const auto* topK = std::get_if<TopK>(&claim.rule))
        json.integer("k", topK->k);
    if (const auto* mask = std::get_if<ImportedMask>(&claim.rule)) {
        json.beginObject("mask_file", JsonWriter::Layout::Line);
        json.text("path", mask->path);
        json.text("sha256", document.certificate.maskSha256);
        json.endObject();
    }
    if (sharing)
        json.truth("share_kv", true);
    json.number("epsilon", claim.epsilon);
    json.text("epsilon_text", document.epsilonText.empty() ? decimalText(claim.epsilon) : document.epsilonText);
    json.text("scope", nameOf(claim.scope));
    json.text("statistic", nameOf(claim.statistic));
    json.text("reading", readingName(claim.reading));
    json.beginList("heads");
    const SharedHeads shared(capture);
    for (const HeadInfo& head : document.certificate.heads)
        writeHead(json, head, sharing ? &shared : nullptr);
    json.endList();
    if (!document.rows.empty()) {
        json.beginList("rows", JsonWriter::Layout::Line);
        for (const std::size_t row : document.rows)
            json.integer(row);
        json.endList();
    }
    json.endObject();
}

void writeInterval(JsonWriter& json, const std::string& key, const Interval& interval)
{
    json.lower(key + "_lower", interval.lower);
    json.upper(key + "_upper", interval.upper);
}

void writeDecision(JsonWriter& json, const Decision& decision)
{
    json.beginObject();
    json.text("unit", decision.unit);
    json.text("verdict", nameOf(decision.verdict));
    writeRowCounts(json, decision.audit);
    if (decision.audit.valid > 0) {
        writeInterval(json, "value", decision.value);
        writeInterval(json, "max", decision.max);
        writeInterval(json, "mean", decision.mean);
        writeInterval(json, "p99", decision.p99);
        json.beginObject("worst_row", JsonWriter::Layout::Line);
        json.text("group", decision.worst.head.group);
        json.text("head", shortName(decision.worst.head));
        json.integer("item", decision.worst.head.item.value);
        json.integer("row", decision.worst.row);
        json.endObject();
        json.integer("rows_holding", decision.rowsHolding);
        json.integer("saturated", decision.saturated);
        if (decision.empty > 0)
            json.integer("empty", decision.empty);
        if (decision.ambiguous > 0)
            json.integer("ambiguous", decision.ambiguous);
    }
    json.endObject();
}

}

std::string_view certificateLimits()
{
    return "This certificate is about the tensors of the dump named here and the rows counted as valid. It says "
           "nothing about "
           "other prompts, about the kernels that ran the model or will run it, or about the accuracy of any task.";
}

std::string timeStampNow()
{
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::array<char, 32> text;
    const auto length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return {text.data(), length};
}

void writeCertificateDocument(
    JsonWriter& json, const DocumentHeader& header, const Capture& capture, const CertificateDocument& document)
{
    beginDocument(json, header);
    json.text("created", document.created);
    json.text("verdict", nameOf(document.certificate.verdict));
    writeClaim(json, capture, document);
    writeRowCounts(json, document.certificate.audit);
    writeMembers(json, "tensors", capture, tensorsOf(document.certificate));
    json.beginList("decisions");
    for (const Decision& decision : document.certificate.decisions)
        writeDecision(json, decision);
    json.endList();
    json.text("limits", certificateLimits());
    json.endObject();
}

}
