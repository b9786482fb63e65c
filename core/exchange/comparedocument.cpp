// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/comparedocument.h"

#include "exchange/flatrecord.h"
#include "exchange/rowdocument.h"

namespace core {

namespace {

void writeHead(JsonWriter& json, std::string_view key, const HeadInfo& head)
{
    json.beginObject(key, JsonWriter::Layout::Line);
    writeHeadName(json, head);
    json.endObject();
}

void writeDistance(JsonWriter& json, std::string_view key, const ComparedNumber& number)
{
    json.beginObject(key, JsonWriter::Layout::Line);
    json.number("mean", number.mean);
    json.number("max", number.worst);
    json.number("p99", number.quantile);
    json.integer("worst_row", number.worstRow);
    if (number.infinite > 0)
        json.integer("infinite", number.infinite);
    json.endObject();
}

void writeLikeness(JsonWriter& json, std::string_view key, const ComparedNumber& number)
{
    json.beginObject(key, JsonWriter::Layout::Line);
    json.number("mean", number.mean);
    json.number("min", number.worst);
    json.number("p1", number.quantile);
    json.integer("worst_row", number.worstRow);
    json.endObject();
}

void writeSummary(JsonWriter& json, const ComparisonSummary& summary, const std::vector<std::size_t>& ks)
{
    writeDistance(json, "tv", summary.totalVariation);
    writeDistance(json, "kl_ab", summary.klAB);
    writeDistance(json, "kl_ba", summary.klBA);
    writeDistance(json, "js", summary.jensenShannon);
    writeDistance(json, "hellinger", summary.hellinger);
    writeLikeness(json, "cosine", summary.cosine);
    json.beginObject("overlap");
    for (std::size_t i = 0; i < ks.size(); ++i)
        writeLikeness(json, std::to_string(ks[i]), summary.overlap[i]);
    json.endObject();
}

template <typename Sink>
void writeRow(Sink& sink, const RowComparison& row, const std::vector<std::size_t>& ks)
{
    sink.integer("row", row.row);
    sink.number("tv", row.distance.totalVariation);
    sink.number("kl_ab", row.distance.klAB);
    sink.number("kl_ba", row.distance.klBA);
    sink.number("js", row.distance.jensenShannon);
    sink.number("hellinger", row.distance.hellinger);
    sink.number("cosine", row.distance.cosine);
    sink.beginObject("overlap", JsonWriter::Layout::Line);
    for (std::size_t i = 0; i < ks.size(); ++i)
        sink.number(std::to_string(ks[i]), row.overlap[i]);
    sink.endObject();
}

void writeSkipped(JsonWriter& json, const std::vector<RowComparison>& rows)
{
    json.beginList("skipped");
    for (const RowComparison& row : rows) {
        if (row.isCompared())
            continue;
        json.beginObject(JsonWriter::Layout::Line);
        json.integer("row", row.row);
        json.text("a", nameOf(row.a));
        json.text("b", nameOf(row.b));
        json.endObject();
    }
    json.endList();
}

}

void writeCompareDocument(JsonWriter& json, const DocumentHeader& header, const CompareDocument& document)
{
    const ComparisonSummary summary = summarise(document.rows);
    beginDocument(json, header);
    if (document.otherPath) {
        json.beginObject("with", JsonWriter::Layout::Line);
        json.text("path", *document.otherPath);
        json.endObject();
    }
    writeHead(json, "a", document.a);
    writeHead(json, "b", document.b);
    json.integer("n_query", document.a.rowCount);
    json.integer("n_key", document.a.keyCount);
    json.beginObject("rows", JsonWriter::Layout::Line);
    json.integer("total", document.rows.size());
    json.integer("compared", summary.compared);
    json.integer("not_normalised_a", summary.notNormalisedA);
    json.integer("not_normalised_b", summary.notNormalisedB);
    json.endObject();
    writeSkipped(json, document.rows);
    if (summary.compared > 0)
        writeSummary(json, summary, document.ks);
    json.beginList("per_row");
    for (const RowComparison& row : document.rows) {
        if (!row.isCompared())
            continue;
        json.beginObject(JsonWriter::Layout::Line);
        writeRow(json, row, document.ks);
        json.endObject();
    }
    json.endList();
    json.endObject();
}

Table compareTable(const CompareDocument& document)
{
    FlatRecords records;
    for (const RowComparison& row : document.rows) {
        if (!row.isCompared())
            continue;
        records.beginLine();
        writeRow(records, row, document.ks);
    }
    return records.table();
}

}
