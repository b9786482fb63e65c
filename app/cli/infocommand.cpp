// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "cli/commands.h"
#include "cli/headstudy.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "cli/texttable.h"
#include "capture/tokens.h"
#include "exchange/decimal.h"
#include "exchange/infodocument.h"
#include "exchange/rememberedhints.h"

namespace app {

namespace {

using Align = TextTable::Align;

/// Up to this many cells every row is looked at; beyond, an even sample of about as many cells, to answer in seconds.
constexpr double mostCells = 2e7;
constexpr std::size_t fewestRows = 16; ///< of each head

std::size_t sampleSize(const core::HeadInfo& head, std::size_t headCount)
{
    const double perHead = mostCells / static_cast<double>(headCount);
    return std::max(
        fewestRows, static_cast<std::size_t>(perHead / static_cast<double>(std::max<std::size_t>(head.keyCount, 1))));
}

core::Result<core::AuditSummary> auditRows(
    const core::Capture& capture, const std::vector<core::HeadInfo>& heads, core::Work& work)
{
    core::AuditSummary summary;
    const auto backend = core::makeReferenceBackend();
    const bool all = cellCount(heads) <= mostCells;
    const double share = 1 / static_cast<double>(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto rows = capture.rows(heads[i].id);
        if (!rows)
            return tl::unexpected(rows.error());
        core::Work part{work.pool, work.progress.part(static_cast<double>(i) * share, share), work.memory};
        const auto chosen =
            all ? std::vector<std::size_t>() : spreadRows(heads[i].rowCount, sampleSize(heads[i], heads.size()));
        const auto studied = studyRows(**rows, chosen, {}, *backend, part);
        if (!studied)
            return tl::unexpected(studied.error());
        summary.rows.add(summaryOf(*studied, {}).audit);
    }
    if (!all) {
        summary.sampled = summary.rows.total;
        summary.rows.total = 0;
        for (const core::HeadInfo& head : heads)
            summary.rows.total += head.rowCount;
    }
    return summary;
}

std::string shapeText(const std::vector<std::uint64_t>& shape)
{
    std::string text;
    for (const auto extent : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text.empty() ? "one number" : text;
}

std::string axesText(const std::vector<std::string>& axes)
{
    std::string text;
    for (const std::string& axis : axes)
        text += (text.empty() ? "" : ", ") + axis;
    return text;
}

void printTensors(std::ostream& out, const core::Capture& capture)
{
    out << "\ntensors\n";
    TextTable table({{"name", Align::Left}, {"dtype", Align::Left}, {"shape", Align::Left}, {"role", Align::Left},
        {"axes", Align::Left}, {"why", Align::Left}});
    for (const core::TensorReading& reading : capture.readings()) {
        const core::Tensor& tensor = capture.dump().tensors[reading.tensor];
        table.add({tensor.name.empty() ? "(unnamed)" : tensor.name, std::string(nameOf(tensor.element)),
            shapeText(tensor.shape), std::string(nameOf(reading.role)), axesText(reading.axes), reading.reason});
    }
    table.print(out);
}

void printFindings(std::ostream& out, const core::Capture& capture)
{
    if (capture.findings().empty())
        return;
    out << "\nunderstood as\n";
    TextTable table({{"what", Align::Left}, {"as", Align::Left}, {"why", Align::Left}});
    for (const core::Finding& finding : capture.findings())
        table.add({finding.subject, finding.reading, finding.reason});
    table.print(out);
}

void printLayers(std::ostream& out, const core::Capture& capture)
{
    out << "\nlayers\n";
    TextTable table({{"group", Align::Left}, {"layer"}, {"item"}, {"heads"}, {"rows"}, {"keys"},
        {"sources, default first", Align::Left}, {"dtype", Align::Left}, {"causal", Align::Left}, {"V", Align::Left},
        {"scale"}});
    for (const core::LayerInfo& layer : core::layersOf(capture)) {
        const core::HeadInfo& head = layer.first;
        std::string sources;
        for (const auto source : layer.sources)
            sources += (sources.empty() ? "" : ", ") + std::string(source);
        table.add({head.id.group.empty() ? "-" : head.id.group, std::to_string(head.id.layer.value),
            std::to_string(head.id.item.value), std::to_string(layer.headCount), std::to_string(head.rowCount),
            std::to_string(head.keyCount), sources, std::string(nameOf(head.element)), head.causal ? "yes" : "no",
            head.hasValues ? "yes" : "no", head.scale ? core::roundedText(*head.scale, 6) : "-"});
    }
    table.print(out);
}

void printAudit(std::ostream& out, const core::AuditSummary& audit)
{
    const core::RowAudit& rows = audit.rows;
    out << "\nrows  " << rows.total;
    if (audit.sampled)
        out << ", of which " << *audit.sampled << " evenly spread ones were looked at (the dump is large)";
    out << ": " << rows.valid << " valid, " << rows.masked << " masked, " << rows.undefined << " nan, " << rows.zero
        << " zero; " << rows.notNormalised << " of the valid ones not normalised\n";
}

std::string counted(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// The first tokens as an axis shows them, so that one sees whether they are the right ones.
void printTokens(std::ostream& out, const std::string& of, const std::vector<std::string>& tokens)
{
    constexpr std::size_t first = 6;
    if (tokens.empty())
        return;
    out << "tokens   " << tokens.size() << " of " << of << ":";
    for (std::size_t i = 0; i < std::min(tokens.size(), first); ++i)
        out << (i == 0 ? " \"" : ", \"") << printable(core::displayToken(tokens[i])) << '"';
    out << (tokens.size() > first ? ", ...\n" : "\n");
}

void printTokens(std::ostream& out, const core::Capture& capture)
{
    const auto& queries = capture.queryTokens({0});
    const auto& keys = capture.keyTokens({0});
    printTokens(out, queries == keys ? "queries and keys" : "queries", queries);
    if (queries != keys)
        printTokens(out, "keys", keys);
}

void printInfo(std::ostream& out, const core::Capture& capture, const core::AuditSummary& audit,
    const std::vector<std::string>& devices)
{
    const core::DumpFile& dump = capture.dump();
    out << printable(dump.path.string()) << "  " << dump.container << ", " << dump.size << " bytes, "
        << counted(dump.tensors.size(), "tensor") << ", " << counted(core::defaultHeads(capture).size(), "head")
        << '\n';
    if (dump.sidecar)
        out << "sidecar  " << printable(dump.sidecar->path) << '\n';
    printTokens(out, capture);
    printTensors(out, capture);
    printFindings(out, capture);
    printLayers(out, capture);
    printAudit(out, audit);
    if (devices.empty())
        return;
    out << "\ndevices\n";
    for (const std::string& device : devices)
        out << "  " << device << '\n';
}

core::DocumentHeader headerOf(const Options& options)
{
    core::DocumentHeader header;
    header.schema = "tailmass.info/1";
    header.dumpPath = options.file.string();
    header.reading = options.reading;
    return header;
}

/// The dump leaves more than one reading: what is missing is an answer too.
core::Result<void> writeNeeds(const Options& options, const core::Error& error)
{
    auto output = Output::open(options.output, Output::Tables::NotOffered);
    if (!output)
        return tl::unexpected(output.error());
    if (output->format() != Format::Json)
        return {};
    core::JsonWriter json(output->stream());
    core::writeNeedsDocument(json, headerOf(options), error);
    return output->commit();
}

/// Writes the hints that the dump was opened with into its sidecar.
core::Result<void> remember(const core::Capture& capture, Console& console)
{
    const auto written = core::rememberHints(capture.dump().path, capture.hints());
    if (!written)
        return tl::unexpected(written.error());
    console.note("hints kept in " + printable(written->string()));
    return {};
}

}

core::Result<ExitCode> runInfo(const Options& options, Console& console)
{
    const auto capture = core::Capture::open(options.file, options.hints);
    if (!capture) {
        if (capture.error().code == core::ErrorCode::HintNeeded)
            if (const auto written = writeNeeds(options, capture.error()); !written)
                return tl::unexpected(written.error());
        return tl::unexpected(capture.error());
    }
    const auto heads = selectHeads(**capture, options.selection);
    if (!heads)
        return tl::unexpected(heads.error());
    auto output = Output::open(options.output, Output::Tables::NotOffered);
    if (!output)
        return tl::unexpected(output.error());
    core::ThreadPool pool(options.threads);
    core::Work work{pool, console.progress()};
    const auto audit = auditRows(**capture, *heads, work);
    if (!audit)
        return tl::unexpected(audit.error());
    std::vector<std::string> devices;
    if (options.devices)
        devices.push_back("CPU, reference backend, " + std::to_string(pool.threadCount()) + " threads");
    if (output->format() == Format::Json) {
        core::JsonWriter json(output->stream());
        core::writeInfoDocument(json, headerOf(options), **capture, *audit, devices);
    } else {
        printInfo(output->stream(), **capture, *audit, devices);
    }
    console.endProgress();
    if (auto written = output->commit(); !written)
        return tl::unexpected(written.error());
    if (options.remember)
        if (auto kept = remember(**capture, console); !kept)
            return tl::unexpected(kept.error());
    return ExitCode::Done;
}

}
