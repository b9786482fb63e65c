// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/rowdocument.h"

#include <algorithm>
#include <cmath>

#include "bounds/scoremodel.h"
#include "bounds/tailcurve.h"
#include "exchange/decimal.h"

namespace core {

namespace {

/// How many of the kept keys are named.
constexpr std::size_t namedKeys = 32;

void writeBound(JsonWriter& json, const LadderBound& rung)
{
    json.beginObject(rung.name, JsonWriter::Layout::Line);
    json.upper("upper", rung.bound.upper);
    json.truth("vacuous", rung.vacuous);
    json.text("assumption", rung.assumption);
    json.endObject();
}

void writeLadder(JsonWriter& json, const RowLadder& ladder)
{
    if (!ladder.tailMass.empty()) {
        json.beginObject("bounds");
        for (const LadderBound& rung : ladder.tailMass)
            writeBound(json, rung);
        json.endObject();
    }
    if (!ladder.output.bounds.empty()) {
        json.beginObject("output_error_bounds");
        for (const LadderBound& rung : ladder.output.bounds)
            writeBound(json, rung);
        json.text("smallest", ladder.output.bounds[ladder.output.smallest].name);
        json.endObject();
    }
    if (ladder.output.notRenormalised) {
        json.lower("not_renormalised_error_lower", ladder.output.notRenormalised->lower);
        json.upper("not_renormalised_error_upper", ladder.output.notRenormalised->upper);
    }
}

void writeTruncation(JsonWriter& json, const RowDetail& row, const RowTruncation& truncation)
{
    const TailMass& mass = truncation.mass;
    const Divergences distance = divergences(mass);
    const RowLadder ladder = ladderAt(row, truncation.choice.shown);
    const std::optional<OutputError> error = boundedBy(ladder.output, truncation.outputError, row);
    json.number("tail_mass", middle(mass.tau));
    json.lower("tail_mass_lower", mass.tau.lower);
    json.upper("tail_mass_upper", mass.tau.upper);
    json.number("tv", middle(distance.totalVariation));
    json.number("kl", middle(distance.kullbackLeibler));
    json.number("js", middle(distance.jensenShannon));
    json.number("hellinger", std::sqrt(middle(distance.hellingerSquared)));
    if (error) {
        json.upper("output_error", error->absolute.upper);
        json.number("output_error_relative", error->relative);
    }
    std::vector<std::uint32_t> places = truncation.choice.shown.kept();
    places.resize(std::min(places.size(), namedKeys));
    json.beginList("kept", JsonWriter::Layout::Line);
    for (const std::uint32_t place : places)
        json.integer(row.keys[place]);
    json.endList();
    writeLadder(json, ladder);
}

void writeRule(JsonWriter& json, std::string_view key, const RowDetail& row, const PreparedRule& rule)
{
    const RowTruncation truncation = truncationOf(row, rule);
    json.beginObject(key);
    json.text("text", ruleText(rule.rule));
    json.integer("kept_count", truncation.choice.shown.size());
    if (truncation.choice.isAmbiguous())
        json.truth("ambiguous", true);
    if (truncation.efficiency)
        json.number("efficiency", *truncation.efficiency);
    writeTruncation(json, row, truncation);
    json.endObject();
}

void writePerturbed(JsonWriter& json, const RowDocument& document)
{
    const SortedRow& row = document.detail.sorted;
    const RowPerturbation change = perturbation(document.detail, *document.delta);
    json.beginObject("perturbed");
    json.number("delta", change.delta);
    json.upper("tv_from_row", change.totalVariation.upper);
    json.beginObject("k_eps", JsonWriter::Layout::Line);
    for (const double epsilon : document.epsilons)
        json.integer(decimalText(epsilon), kEps(row, epsilon, change.error));
    json.endObject();
    json.beginObject("top_k");
    for (const std::size_t k : document.ks) {
        const Interval tau = tailMassAt(row, k, change.error).tau;
        json.beginObject(std::to_string(k), JsonWriter::Layout::Line);
        json.lower("tail_mass_lower", tau.lower);
        json.upper("tail_mass_upper", tau.upper);
        json.endObject();
    }
    json.endObject();
    json.endObject();
}

void writePredictions(JsonWriter& json, const RowDocument& document)
{
    const RowDetail& row = document.detail;
    json.beginObject("predicted");
    json.beginObject("gaussian", JsonWriter::Layout::Line);
    for (const double epsilon : document.epsilons)
        json.integer(decimalText(epsilon), gaussianKEps(row, epsilon));
    json.endObject();
    json.beginObject("plug_in", JsonWriter::Layout::Line);
    for (const double epsilon : document.epsilons)
        json.integer(decimalText(epsilon), plugInKEps(row.record.sigma, row.keys.size(), epsilon));
    json.endObject();
    json.endObject();
}

void writeValidRow(JsonWriter& json, const RowDocument& document)
{
    const RowDetail& row = document.detail;
    json.number("entropy_nats", row.record.entropy);
    json.number("sigma", row.record.sigma);
    if (document.head.id.source == Source::Probabilities)
        json.number("censored", row.record.censored);
    json.number("max_weight", row.record.largestWeight);
    json.beginObject("k_eps", JsonWriter::Layout::Line);
    for (const double epsilon : document.epsilons)
        json.integer(decimalText(epsilon), kEps(row, epsilon));
    json.endObject();
    json.beginObject("top_k");
    for (const std::size_t k : document.ks) {
        json.beginObject(std::to_string(k));
        writeTruncation(json, row, truncationOf(row, TopK{k}));
        json.endObject();
    }
    json.endObject();
    if (document.rule)
        writeRule(json, "rule", row, *document.rule);
    if (document.ruleOfHead)
        writeRule(json, "rule_per_head", row, *document.ruleOfHead);
    if (document.delta)
        writePerturbed(json, document);
    writePredictions(json, document);
}

}

std::string_view nameOf(RowState state)
{
    switch (state) {
    case RowState::Absent:
        return "absent";
    case RowState::Valid:
        return "valid";
    case RowState::Masked:
        return "masked";
    case RowState::Undefined:
        return "nan";
    case RowState::Zero:
        return "zero";
    }
    return {};
}

std::size_t gaussianKEps(const RowDetail& row, double epsilon)
{
    const auto count = static_cast<double>(row.keys.size());
    const double share = gaussianKeptShare(row.record.sigma, epsilon).value;
    return static_cast<std::size_t>(std::clamp(std::ceil(share * count), std::min(1.0, count), count));
}

void writeRowDocument(JsonWriter& json, const DocumentHeader& header, const RowDocument& document)
{
    const RowRecord& record = document.detail.record;
    beginDocument(json, header);
    writeHeadName(json, document.head);
    json.integer("row", document.row);
    json.text("state", nameOf(record.state));
    if (document.padded)
        json.truth("padded", true);
    json.integer("n_key", record.keyCount);
    if (document.head.id.source == Source::Probabilities)
        json.number("row_sum", record.rowSum);
    if (record.state == RowState::Valid)
        writeValidRow(json, document);
    json.endObject();
}

}
