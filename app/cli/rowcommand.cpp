// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "bounds/scoremodel.h"
#include "bounds/tailcurve.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "cli/texttable.h"
#include "exchange/decimal.h"
#include "exchange/rowdocument.h"
#include "files/utf8.h"

namespace app {

namespace {

core::Result<void> addRule(
    const core::Capture& capture, const Options& options, core::Work& work, core::RowDocument& document)
{
    if (!options.rule)
        return {};
    if (const auto fits = checkSharing({document.head}, options); !fits)
        return fits;
    auto preparer = core::RulePreparer::of(capture, *options.rule, options.sharing);
    if (!preparer)
        return tl::unexpected(preparer.error());
    auto rule = preparer->forHead(document.head, {document.row}, work);
    if (!rule)
        return tl::unexpected(rule.error());
    document.rule = std::move(*rule);
    if (options.sharing == core::RulePreparer::Sharing::KvGroup)
        document.ruleOfHead = core::PreparedRule(*options.rule);
    return {};
}

/// Whether a mask says that the query is padding.
core::Result<bool> isPadded(const core::Capture& capture, const core::HeadInfo& head, std::size_t row)
{
    if (!head.origin.masksQueries)
        return false;
    const auto headRows = capture.rows(head.id);
    if (!headRows)
        return tl::unexpected(headRows.error());
    const auto batch = (*headRows)->rows({row, row + 1});
    if (!batch)
        return tl::unexpected(batch.error());
    return batch->allowed.ranges.front().size() == 0;
}

core::Result<core::RowDocument> ask(const core::Capture& capture, const Options& options, Console& console)
{
    const auto head = selectHead(capture, options.selection);
    if (!head)
        return tl::unexpected(head.error());
    const auto rows = selectRows(*head, options.selection.rows);
    if (!rows)
        return tl::unexpected(rows.error());
    if (rows->size() != 1)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to select one row: --row names " + std::to_string(rows->size()), "Name one row.");
    const auto headRows = capture.rows(head->id, core::PaddedQueries::Included);
    if (!headRows)
        return tl::unexpected(headRows.error());
    if (options.reading == core::Reading::Rounded && head->id.source != core::Source::Probabilities)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to describe a row: the reading 'rounded' is about stored probabilities, and this row is computed "
            "from "
            "scores",
            "Use the reading 'stored'.");
    auto detail =
        core::rowDetail(**headRows, core::RowIndex{static_cast<std::uint32_t>(rows->front())}, options.reading);
    if (!detail)
        return tl::unexpected(detail.error());
    core::RowDocument document;
    document.head = *head;
    document.row = rows->front();
    const auto padded = isPadded(capture, *head, document.row);
    if (!padded)
        return tl::unexpected(padded.error());
    document.padded = *padded;
    document.detail = std::move(*detail);
    document.epsilons = options.epsilons.empty() ? std::vector<double>{0.1, 0.01} : options.epsilons;
    document.ks = options.ks.empty() ? std::vector<std::size_t>{8, 64} : options.ks;
    document.delta = options.delta;
    core::ThreadPool pool(options.threads);
    core::Work work{pool, console.progress()};
    if (const auto added = addRule(capture, options, work, document); !added)
        return tl::unexpected(added.error());
    console.endProgress();
    return document;
}

std::string intervalText(const core::Interval& interval)
{
    return core::roundedDown(interval.lower, 6) + " .. " + core::roundedUp(interval.upper, 6);
}

/// A number with its unit, or a dash where it is not finite.
std::string numberOrDash(double x)
{
    return std::isfinite(x) ? core::roundedText(x, 4) : "-";
}

std::string numberUpOrDash(double x)
{
    return std::isfinite(x) ? core::roundedUp(x, 4) : "-";
}

void printTruncations(std::ostream& out, const core::RowDocument& document)
{
    const core::RowDetail& row = document.detail;
    TextTable table({{"kept", TextTable::Align::Left}, {"keys"}, {"tail mass = TV"}, {"KL [nat]"}, {"JS [nat]"},
        {"Hellinger"}, {"output error, at most"}, {"relative"}});
    const auto add = [&](const std::string& name, const core::PreparedRule& rule) {
        const core::RowTruncation truncation = core::truncationOf(row, rule);
        const core::Divergences distance = core::divergences(truncation.mass);
        const core::RowLadder ladder = core::ladderAt(row, truncation.choice.shown);
        const auto error = core::boundedBy(ladder.output, truncation.outputError, row);
        table.add({printable(name) + (truncation.choice.isAmbiguous() ? " (ambiguous)" : ""),
            std::to_string(truncation.choice.shown.size()), intervalText(truncation.mass.tau),
            numberOrDash(core::middle(distance.kullbackLeibler)), numberOrDash(core::middle(distance.jensenShannon)),
            numberOrDash(std::sqrt(core::middle(distance.hellingerSquared))),
            error ? core::roundedUp(error->absolute.upper, 4) : "-", error ? numberUpOrDash(error->relative) : "-"});
    };
    for (const std::size_t k : document.ks)
        add("topk:" + std::to_string(k), core::TopK{k});
    if (document.rule)
        add("rule " + core::ruleText(document.rule->rule), *document.rule);
    if (document.ruleOfHead)
        add("the head's own " + core::ruleText(document.ruleOfHead->rule), *document.ruleOfHead);
    table.print(out);
}

void addBounds(TextTable& table, const std::string& k, const std::string& of,
    const std::vector<core::LadderBound>& bounds, std::optional<std::size_t> smallest)
{
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const core::LadderBound& rung = bounds[i];
        const std::string mark = rung.vacuous ? "vacuous" : smallest == i ? "smallest" : "";
        table.add(
            {k, of, std::string(rung.name), core::roundedUp(rung.bound.upper, 4), mark, std::string(rung.assumption)});
    }
}

/// The rule's own bounds; those of a number of best keys stand there already where it is one of the ks.
void addRuleBounds(TextTable& table, const core::RowDocument& document)
{
    if (!document.rule)
        return;
    const core::KeptSet kept = core::truncationOf(document.detail, *document.rule).choice.shown;
    const core::RowLadder ladder = core::ladderAt(document.detail, kept);
    const std::string name = "rule, " + std::to_string(kept.size());
    addBounds(table, name, "tail mass", ladder.tailMass, std::nullopt);
    addBounds(table, name, "output error", ladder.output.bounds, ladder.output.smallest);
}

void printLadder(std::ostream& out, const core::RowDocument& document)
{
    TextTable table({{"keys"}, {"of", TextTable::Align::Left}, {"bound", TextTable::Align::Left}, {"at most"},
        {"", TextTable::Align::Left}, {"where", TextTable::Align::Left}});
    for (const std::size_t k : document.ks) {
        const core::RowLadder ladder = core::ladderAt(document.detail, k);
        addBounds(table, std::to_string(k), "tail mass", ladder.tailMass, std::nullopt);
        addBounds(table, std::to_string(k), "output error", ladder.output.bounds, ladder.output.smallest);
    }
    addRuleBounds(table, document);
    table.print(out);
    for (const std::size_t k : document.ks)
        if (const auto plain = core::ladderAt(document.detail, k).output.notRenormalised)
            out << "error of the output at k=" << k
                << " where kept probabilities are not renormalised: " << intervalText(*plain) << '\n';
}

void printPerturbed(std::ostream& out, const core::RowDocument& document)
{
    const core::SortedRow& row = document.detail.sorted;
    const core::RowPerturbation change = core::perturbation(document.detail, *document.delta);
    out << "\nwith every score off by at most " << core::decimalText(change.delta)
        << ": total variation from this row at most " << core::roundedUp(change.totalVariation.upper, 4) << '\n';
    TextTable masses({{"keys"}, {"tail mass"}});
    for (const std::size_t k : document.ks)
        masses.add({std::to_string(k), intervalText(core::tailMassAt(row, k, change.error).tau)});
    masses.print(out);
    TextTable needs({{"epsilon"}, {"k_eps"}});
    for (const double epsilon : document.epsilons)
        needs.add({core::decimalText(epsilon), std::to_string(core::kEps(row, epsilon, change.error))});
    needs.print(out);
}

void printNeeds(std::ostream& out, const core::RowDocument& document)
{
    const core::RowDetail& row = document.detail;
    TextTable table({{"epsilon"}, {"k_eps"}, {"Gaussian prediction"}, {"plug-in prediction"}});
    for (const double epsilon : document.epsilons)
        table.add({core::decimalText(epsilon), std::to_string(core::kEps(row, epsilon)),
            std::to_string(core::gaussianKEps(row, epsilon)),
            std::to_string(core::plugInKEps(row.record.sigma, row.keys.size(), epsilon))});
    table.print(out);
}

void printRow(std::ostream& out, const core::RowDocument& document)
{
    const core::RowRecord& record = document.detail.record;
    out << printable(fullName(document.head)) << " row " << document.row << ": " << core::nameOf(record.state) << ", "
        << record.keyCount << " keys\n";
    if (document.padded)
        out << "padding by " << core::inQuotes(document.head.origin.mask) << ": no statistic counts this row\n";
    if (record.state != core::RowState::Valid)
        return;
    if (document.head.id.source == core::Source::Probabilities)
        out << "sum as stored " << core::roundedText(record.rowSum, 8)
            << (record.notNormalised ? " (not normalised)" : "") << '\n';
    out << "entropy " << core::roundedText(record.entropy, 6) << " nat, sigma " << core::roundedText(record.sigma, 6)
        << ", largest weight " << core::roundedText(record.largestWeight, 6) << " at key "
        << document.detail.keys.front() << "\n\n";
    printTruncations(out, document);
    out << '\n';
    printNeeds(out, document);
    out << '\n';
    printLadder(out, document);
    if (document.delta)
        printPerturbed(out, document);
}

}

core::Result<ExitCode> runRow(const Options& options, Console& console)
{
    if (options.reading == core::Reading::Rounded && options.delta)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to describe a row: --delta is about scores, and --reading rounded about stored probabilities",
            "Give one of them.");
    const auto capture = core::Capture::open(options.file, options.hints);
    if (!capture)
        return tl::unexpected(capture.error());
    auto output = Output::open(options.output, Output::Tables::NotOffered);
    if (!output)
        return tl::unexpected(output.error());
    const auto document = ask(**capture, options, console);
    if (!document)
        return tl::unexpected(document.error());
    if (output->format() == Format::Json) {
        core::DocumentHeader header;
        header.schema = "tailmass.row/1";
        header.dumpPath = options.file.string();
        header.reading = options.reading;
        core::JsonWriter json(output->stream());
        core::writeRowDocument(json, header, *document);
    } else {
        printRow(output->stream(), *document);
    }
    if (auto written = output->commit(); !written)
        return tl::unexpected(written.error());
    return ExitCode::Done;
}

}
