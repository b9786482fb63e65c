// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/headrecord.h"

#include "exchange/decimal.h"
#include "exchange/document.h"
#include "exchange/flatrecord.h"

namespace core {

namespace {

template <typename Sink>
void writeKEps(Sink& sink, const std::vector<KEpsSummary>& summaries)
{
    sink.beginObject("k_eps");
    for (const KEpsSummary& summary : summaries) {
        sink.beginObject(decimalText(summary.epsilon), JsonWriter::Layout::Line);
        sink.number("mean", summary.mean);
        sink.integer("p50", summary.p50);
        sink.integer("p99", summary.p99);
        sink.integer("max", summary.max);
        sink.endObject();
    }
    sink.endObject();
}

enum class Evidence { Proven, Sampled };

template <typename Sink>
void writeTailMass(Sink& sink, const TailMassSummary& summary, Evidence evidence)
{
    sink.number("mean", middle(summary.mean));
    sink.number("max", middle(summary.max));
    sink.upper("p99", summary.p99);
    if (evidence == Evidence::Proven) {
        sink.lower("mean_lower", summary.mean.lower);
        sink.upper("mean_upper", summary.mean.upper);
        sink.lower("max_lower", summary.max.lower);
        sink.upper("max_upper", summary.max.upper);
    }
    sink.integer("worst_row", summary.worstRow);
    sink.integer("saturated", summary.saturated);
}

/// What describes the kept sets themselves.
template <typename Sink>
void writeSets(Sink& sink, const TailMassSummary& summary)
{
    sink.integer("empty", summary.empty);
    sink.integer("ambiguous", summary.ambiguous);
    sink.number("kept_mean", summary.keptMean);
    sink.number("density", summary.density);
    sink.number("efficiency_mean", summary.efficiencyMean);
}

template <typename Sink>
void writeOutputError(Sink& sink, const OutputErrorSummary& summary)
{
    if (summary.rows > 0) {
        sink.upper("mean", summary.mean);
        sink.upper("max", summary.max);
        sink.number("mean_relative", summary.meanRelative);
        sink.integer("worst_row", summary.worstRow);
    }
    if (summary.rowsWithout > 0)
        sink.integer("rows_without", summary.rowsWithout);
}

template <typename Sink>
void writeRule(Sink& sink, const HeadRecord& record, Evidence evidence)
{
    const TailMassSummary& rule = *record.summary.rule;
    sink.beginObject("rule", JsonWriter::Layout::Line);
    sink.text("text", record.rule);
    writeTailMass(sink, rule, evidence);
    writeSets(sink, rule);
    if (record.summary.ruleOutputError) {
        sink.beginObject("output_error", JsonWriter::Layout::Line);
        writeOutputError(sink, *record.summary.ruleOutputError);
        sink.endObject();
    }
    sink.endObject();
}

template <typename Sink>
void writeSharing(Sink& sink, const HeadRecord& record, Evidence evidence)
{
    const SharingSummary& sharing = *record.summary.sharing;
    sink.beginObject("rule_per_head", JsonWriter::Layout::Line);
    sink.text("text", record.rule);
    writeTailMass(sink, sharing.own, evidence);
    writeSets(sink, sharing.own);
    sink.endObject();
    sink.beginObject("sharing_cost", JsonWriter::Layout::Line);
    sink.upper("mean", sharing.meanCost);
    sink.upper("max", sharing.maxCost);
    sink.endObject();
}

template <typename Sink>
void writeSpread(Sink& sink, std::string_view key, const Spread& spread, std::optional<double> censored = {})
{
    sink.beginObject(key, JsonWriter::Layout::Line);
    sink.number("mean", spread.mean);
    sink.number("min", spread.min);
    sink.number("max", spread.max);
    if (censored)
        sink.number("censored", *censored);
    sink.endObject();
}

template <typename Sink>
void writeStatistics(Sink& sink, const HeadRecord& record)
{
    const HeadSummary& summary = record.summary;
    const Evidence evidence = record.sampled ? Evidence::Sampled : Evidence::Proven;
    writeKEps(sink, summary.kEps);
    sink.beginObject("tail_mass");
    for (const TailMassSummary& tailMass : summary.tailMass) {
        sink.beginObject(std::to_string(tailMass.k), JsonWriter::Layout::Line);
        writeTailMass(sink, tailMass, evidence);
        sink.endObject();
    }
    sink.endObject();
    if (summary.rule)
        writeRule(sink, record, evidence);
    if (summary.sharing)
        writeSharing(sink, record, evidence);
    writeSpread(sink, "entropy_nats", summary.entropy);
    const bool stored = record.head.id.source == Source::Probabilities;
    writeSpread(sink, "sigma", summary.sigma, stored ? std::optional(summary.censored) : std::nullopt);
    writeSpread(sink, "max_weight", summary.largestWeight);
    if (summary.outputError.empty())
        return;
    sink.beginObject("output_error");
    for (const OutputErrorSummary& error : summary.outputError) {
        sink.beginObject(std::to_string(error.k), JsonWriter::Layout::Line);
        writeOutputError(sink, error);
        sink.endObject();
    }
    sink.endObject();
}

template <typename Sink>
void writeSearch(Sink& sink, const HeadRecord& record)
{
    const HeadSearch& search = *record.search;
    sink.integer("search_block", search.blockLength);
    if (record.searchSampled)
        sink.integer("search_sampled", *record.searchSampled);
    sink.beginObject("search");
    for (const EpsilonSearch& at : search.epsilons) {
        sink.beginObject(decimalText(at.epsilon));
        for (const MethodSummary& method : at.methods) {
            sink.beginObject(nameOf(method.method), JsonWriter::Layout::Line);
            sink.number("scored_mean", method.scored);
            sink.number("bytes_mean", method.bytes);
            sink.number("oracle_mean", at.oracle);
            sink.number("kept_mean", method.kept);
            sink.integer("proven", method.provenRows);
            sink.integer("early", method.earlyRows);
            sink.integer("rows", search.rows);
            sink.endObject();
        }
        sink.endObject();
    }
    sink.endObject();
}

template <typename Sink>
void writeRecord(Sink& sink, const HeadRecord& record)
{
    writeHeadName(sink, record.head);
    sink.integer("n_query", record.head.rowCount);
    sink.integer("n_key", record.head.keyCount);
    RowAudit counts = record.summary.audit;
    if (record.sampled)
        counts.total = record.head.rowCount;
    writeRowCounts(sink, counts, record.sampled);
    if (record.summary.audit.valid > 0)
        writeStatistics(sink, record);
    if (record.search && record.search->rows > 0)
        writeSearch(sink, record);
}

template <typename Values, typename Write>
void writeList(JsonWriter& json, std::string_view key, const Values& values, Write write)
{
    json.beginList(key, JsonWriter::Layout::Line);
    for (const auto value : values)
        write(value);
    json.endList();
}

}

void writeHeadRecord(JsonWriter& json, const HeadRecord& record)
{
    json.beginObject();
    writeRecord(json, record);
    json.endObject();
}

Table headTable(const std::vector<HeadRecord>& records)
{
    FlatRecords lines;
    for (const HeadRecord& record : records) {
        lines.beginLine();
        writeRecord(lines, record);
    }
    return lines.table();
}

void writeHeadCurve(JsonWriter& json, const HeadRecord& record)
{
    const CurveSummary& curve = record.summary.curve;
    const auto middles = [](const std::vector<double>& lower, const std::vector<double>& upper) {
        std::vector<double> result;
        for (std::size_t i = 0; i < lower.size(); ++i)
            result.push_back(middle({lower[i], upper[i]}));
        return result;
    };
    const auto number = [&json](double x) { json.number(x); };
    const auto lower = [&json](double x) { json.lower(x); };
    const auto upper = [&json](double x) { json.upper(x); };
    json.beginObject();
    writeHeadName(json, record.head);
    writeList(json, "k", curve.k, [&json](std::uint32_t k) { json.integer(k); });
    writeList(json, "mean", middles(curve.meanLower, curve.meanUpper), number);
    writeList(json, "max", middles(curve.maxLower, curve.maxUpper), number);
    if (!record.sampled) {
        writeList(json, "mean_lower", curve.meanLower, lower);
        writeList(json, "mean_upper", curve.meanUpper, upper);
        writeList(json, "max_lower", curve.maxLower, lower);
        writeList(json, "max_upper", curve.maxUpper, upper);
    }
    json.endObject();
}

}
