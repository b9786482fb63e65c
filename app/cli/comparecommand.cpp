// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "cli/texttable.h"
#include "exchange/comparedocument.h"
#include "exchange/csv.h"
#include "exchange/decimal.h"
#include "exchange/rowdocument.h"

namespace app {

namespace {

/// The head that --a or --b names.
core::Result<core::HeadInfo> headOf(const core::Capture& capture, const Options& options, const SourcedHead& named)
{
    Selection selection = options.selection;
    selection.heads = {named.head};
    if (named.source)
        selection.source = named.source;
    return selectHead(capture, selection);
}

std::string described(const core::HeadInfo& head)
{
    return fullName(head) + " (" + std::string(nameOf(head.id.source)) + ")";
}

struct Sides
{
    std::shared_ptr<const core::Capture> captureA;
    std::shared_ptr<const core::Capture> captureB;
    core::HeadInfo a;
    core::HeadInfo b;
};

core::Result<Sides> openSides(const Options& options)
{
    auto first = core::Capture::open(options.file, options.hints);
    if (!first)
        return tl::unexpected(first.error());
    auto second = options.with.empty() ? first : core::Capture::open(options.with, options.hints);
    if (!second)
        return tl::unexpected(second.error());
    const auto a = headOf(**first, options, *options.headA);
    if (!a)
        return tl::unexpected(a.error());
    const auto b = headOf(**second, options, options.headB ? *options.headB : *options.headA);
    if (!b)
        return tl::unexpected(b.error());
    if (a->rowCount != b->rowCount || a->keyCount != b->keyCount)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to compare " + described(*a) + " and " + described(*b) + ": one is " + std::to_string(a->rowCount)
                + " x " + std::to_string(a->keyCount) + ", the other " + std::to_string(b->rowCount) + " x "
                + std::to_string(b->keyCount),
            "Choose heads with equal numbers of queries and keys.");
    return Sides{std::move(*first), std::move(*second), *a, *b};
}

core::Result<core::CompareDocument> compare(const Sides& sides, const Options& options, Console& console)
{
    core::CompareDocument document;
    document.a = sides.a;
    document.b = sides.b;
    if (!options.with.empty())
        document.otherPath = options.with.string();
    document.ks = options.ks.empty() ? std::vector<std::size_t>{8, 64} : options.ks;
    const auto rows = selectRows(sides.a, options.selection.rows);
    if (!rows)
        return tl::unexpected(rows.error());
    const auto rowsA = sides.captureA->rows(sides.a.id);
    if (!rowsA)
        return tl::unexpected(rowsA.error());
    const auto rowsB = sides.captureB->rows(sides.b.id);
    if (!rowsB)
        return tl::unexpected(rowsB.error());
    core::ThreadPool pool(options.threads);
    core::Work work{pool, console.progress()};
    auto compared = core::compareHeads(**rowsA, **rowsB, *rows, document.ks, work);
    if (!compared)
        return tl::unexpected(compared.error());
    document.rows = std::move(*compared);
    console.endProgress();
    return document;
}

std::string text(double x)
{
    return core::roundedText(x, 6);
}

void addNumber(TextTable& table, const std::string& name, const core::ComparedNumber& number)
{
    table.add({name, text(number.mean), text(number.worst), text(number.quantile), std::to_string(number.worstRow),
        number.infinite > 0 ? std::to_string(number.infinite) + " rows are infinite" : ""});
}

void printSummary(std::ostream& out, const core::ComparisonSummary& summary, const std::vector<std::size_t>& ks)
{
    TextTable distances({{"distance", TextTable::Align::Left}, {"mean"}, {"max"}, {"p99"}, {"worst row"},
        {"", TextTable::Align::Left}});
    addNumber(distances, "total variation", summary.totalVariation);
    addNumber(distances, "KL a||b [nat]", summary.klAB);
    addNumber(distances, "KL b||a [nat]", summary.klBA);
    addNumber(distances, "Jensen-Shannon [nat]", summary.jensenShannon);
    addNumber(distances, "Hellinger", summary.hellinger);
    distances.print(out);
    TextTable likenesses(
        {{"likeness", TextTable::Align::Left}, {"mean"}, {"min"}, {"p1"}, {"worst row"}, {"", TextTable::Align::Left}});
    addNumber(likenesses, "cosine", summary.cosine);
    for (std::size_t i = 0; i < ks.size(); ++i)
        addNumber(likenesses, "overlap of top " + std::to_string(ks[i]), summary.overlap[i]);
    out << '\n';
    likenesses.print(out);
}

void printRows(std::ostream& out, const core::CompareDocument& document)
{
    std::vector<TextTable::Column> columns{
        {"row"}, {"TV"}, {"KL a||b"}, {"KL b||a"}, {"JS"}, {"Hellinger"}, {"cosine"}};
    for (const std::size_t k : document.ks)
        columns.push_back({"overlap " + std::to_string(k)});
    TextTable table(columns);
    for (const core::RowComparison& row : document.rows) {
        if (!row.isCompared())
            continue;
        const core::RowDistance& distance = row.distance;
        std::vector<std::string> cells{std::to_string(row.row), text(distance.totalVariation), text(distance.klAB),
            text(distance.klBA), text(distance.jensenShannon), text(distance.hellinger), text(distance.cosine)};
        for (const double overlap : row.overlap)
            cells.push_back(text(overlap));
        table.add(std::move(cells));
    }
    table.print(out);
}

/// Rows that were skipped by the states of both heads, and how many of each.
void printSkipped(std::ostream& out, const std::vector<core::RowComparison>& rows)
{
    std::map<std::string, std::size_t> reasons;
    for (const core::RowComparison& row : rows)
        if (!row.isCompared())
            ++reasons["a " + std::string(core::nameOf(row.a)) + ", b " + std::string(core::nameOf(row.b))];
    for (const auto& [reason, count] : reasons)
        out << "skipped " << count << (count == 1 ? " row: " : " rows: ") << reason << '\n';
}

void printComparison(std::ostream& out, const core::CompareDocument& document, const Selection& selection)
{
    const core::ComparisonSummary summary = core::summarise(document.rows);
    out << "a: " << printable(described(document.a)) << "\nb: " << printable(described(document.b));
    if (document.otherPath)
        out << " of " << printable(*document.otherPath);
    out << '\n'
        << document.a.rowCount << " x " << document.a.keyCount << ", " << summary.compared << " of "
        << document.rows.size() << " rows compared\n";
    if (summary.notNormalisedA + summary.notNormalisedB > 0)
        out << "not normalised, so divided by their sums: " << summary.notNormalisedA << " rows of a, "
            << summary.notNormalisedB << " of b\n";
    printSkipped(out, document.rows);
    if (summary.compared == 0)
        return;
    out << '\n';
    printSummary(out, summary, document.ks);
    if (selection.rows.empty())
        return;
    out << '\n';
    printRows(out, document);
}

}

core::Result<ExitCode> runCompare(const Options& options, Console& console)
{
    if (!options.headB && options.with.empty())
        return core::failure(core::ErrorCode::BadRequest,
            "failed to read the command line: --a names one head, and nothing to compare it with",
            "Add --b, or another dump: --with FILE.");
    const auto sides = openSides(options);
    if (!sides)
        return tl::unexpected(sides.error());
    auto output = Output::open(options.output, Output::Tables::Offered);
    if (!output)
        return tl::unexpected(output.error());
    const auto document = compare(*sides, options, console);
    if (!document)
        return tl::unexpected(document.error());
    if (output->format() == Format::Json) {
        core::DocumentHeader header;
        header.schema = "tailmass.compare/1";
        header.dumpPath = options.file.string();
        header.precision = core::Precision::Screen;
        core::JsonWriter json(output->stream());
        core::writeCompareDocument(json, header, *document);
    } else if (output->format() == Format::Csv) {
        core::writeCsv(output->stream(), core::compareTable(*document));
    } else {
        printComparison(output->stream(), *document, options.selection);
    }
    if (auto written = output->commit(); !written)
        return tl::unexpected(written.error());
    return ExitCode::Done;
}

}
