// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "cli/analyzetable.h"
#include "cli/commands.h"
#include "cli/headstudy.h"
#include "cli/output.h"
#include "cli/searchreport.h"
#include "cli/selection.h"
#include "exchange/csv.h"
#include "exchange/document.h"
#include "exchange/headrecord.h"

namespace app {

namespace {

core::StatisticsRequest requestOf(const Options& options)
{
    core::StatisticsRequest request;
    request.ks = options.ks.empty() ? std::vector<std::size_t>{8, 64} : options.ks;
    request.epsilons = options.epsilons.empty() ? std::vector<double>{0.1, 0.01} : options.epsilons;
    if (!options.curves.empty())
        request.curve = options.grid;
    request.reading = options.reading;
    request.precision = options.precision.value_or(core::Precision::Proven);
    return request;
}

core::DocumentHeader headerOf(const Options& options, const char* schema)
{
    core::DocumentHeader header;
    header.schema = schema;
    header.dumpPath = options.file.string();
    header.reading = options.reading;
    return header;
}

/// Records as they come: JSON goes out at once, tables and text wait for the last.
class Report
{
public:
    Report(Output& output, core::AtomicFile* curves, const Options& options)
        : m_output(output)
        , m_json(output.stream())
        , m_curves(curves == nullptr ? output.stream() : curves->stream())
        , m_hasCurves(curves != nullptr)
    {
        if (output.format() == Format::Json) {
            core::beginDocument(m_json, headerOf(options, "tailmass.analyze/1"));
            m_json.beginList("heads");
        }
        if (m_hasCurves) {
            core::beginDocument(m_curves, headerOf(options, "tailmass.curves/1"));
            m_curves.beginList("heads");
        }
    }

    void add(core::HeadRecord record)
    {
        if (m_hasCurves)
            core::writeHeadCurve(m_curves, record);
        record.summary.curve = {};
        if (m_output.format() == Format::Json)
            core::writeHeadRecord(m_json, record);
        else
            m_records.push_back(std::move(record));
    }

    const std::vector<core::HeadRecord>& records() const { return m_records; }

    void end()
    {
        if (m_hasCurves)
            close(m_curves);
        if (m_output.format() == Format::Json)
            close(m_json);
        else if (m_output.format() == Format::Csv)
            core::writeCsv(m_output.stream(), core::headTable(m_records));
    }

private:
    static void close(core::JsonWriter& json)
    {
        json.endList();
        json.endObject();
    }

    Output& m_output;
    core::JsonWriter m_json;
    core::JsonWriter m_curves;
    bool m_hasCurves;
    std::vector<core::HeadRecord> m_records;
};

/// What studying one head takes besides the head.
struct Study
{
    const core::Capture& capture;
    const Options& options;
    core::StatisticsRequest request;
    std::optional<core::RulePreparer> preparer; ///< where there is a rule
    core::Backend& backend;
};

/// The summary, with the rule prepared for the head, and for the head alone where its K/V group shares a set.
core::Result<core::HeadSummary> summaryOfHead(
    Study& study, const core::HeadInfo& head, const std::vector<std::size_t>& chosen, core::Work& work)
{
    const auto rows = study.capture.rows(head.id);
    if (!rows)
        return tl::unexpected(rows.error());
    core::StatisticsRequest request = study.request;
    request.outputError = study.options.outputError && head.hasValues;
    if (study.preparer) {
        auto rule = study.preparer->forHead(head, chosen, work);
        if (!rule)
            return tl::unexpected(rule.error());
        request.rule = std::move(*rule);
    }
    const auto reply = studyRows(**rows, chosen, request, study.backend, work);
    if (!reply)
        return tl::unexpected(reply.error());
    core::HeadSummary summary = summaryOf(*reply, request);
    if (study.options.sharing == core::RulePreparer::Sharing::KvGroup) {
        core::StatisticsRequest own;
        own.rule = core::PreparedRule(*study.options.rule);
        own.reading = request.reading;
        const auto ownReply = studyRows(**rows, chosen, own, study.backend, work);
        if (!ownReply)
            return tl::unexpected(ownReply.error());
        summary.sharing = core::summariseSharing(*reply, *ownReply);
    }
    return summary;
}

core::Result<core::HeadRecord> recordOf(Study& study, const core::HeadInfo& head, core::Work& work)
{
    const Options& options = study.options;
    auto chosen = selectRows(head, options.selection.rows);
    if (!chosen)
        return tl::unexpected(chosen.error());
    core::HeadRecord record;
    record.head = head;
    if (options.rule)
        record.rule = core::ruleText(*options.rule);
    if (options.sampleRows) {
        std::vector<std::size_t> sample;
        const std::size_t there = chosen->empty() ? head.rowCount : chosen->size();
        for (const std::size_t i : spreadRows(there, *options.sampleRows))
            sample.push_back(chosen->empty() ? i : (*chosen)[i]);
        *chosen = std::move(sample);
        record.sampled = chosen->size();
    }
    const double share = options.search.empty() ? 1 : 0.3;
    core::Work studied{work.pool, work.progress.part(0, share), work.memory};
    auto summary = summaryOfHead(study, head, *chosen, studied);
    if (!summary)
        return tl::unexpected(summary.error());
    record.summary = std::move(*summary);
    if (options.search.empty())
        return record;
    const auto rows = study.capture.rows(head.id);
    if (!rows)
        return tl::unexpected(rows.error());
    core::Work search{work.pool, work.progress.part(share, 1 - share), work.memory};
    if (const auto found = searchInto(record, **rows, *chosen, options, search); !found)
        return tl::unexpected(found.error());
    return record;
}

core::Result<void> checkValues(const std::vector<core::HeadInfo>& heads, const Options& options)
{
    const bool some =
        std::any_of(heads.begin(), heads.end(), [](const core::HeadInfo& head) { return head.hasValues; });
    if (!options.outputError || some)
        return {};
    return core::failure(core::ErrorCode::BadRequest,
        "failed to compute output errors: the chosen heads have no values V",
        "Leave out --output-error, or choose heads with V; info lists them.");
}

core::Result<void> studyAll(const core::Capture& capture, const std::vector<core::HeadInfo>& heads,
    const Options& options, Console& console, Report& report)
{
    const auto backend = core::makeReferenceBackend();
    Study study{capture, options, requestOf(options), {}, *backend};
    if (options.rule) {
        auto preparer = core::RulePreparer::of(capture, *options.rule, options.sharing);
        if (!preparer)
            return tl::unexpected(preparer.error());
        study.preparer = std::move(*preparer);
    }
    core::ThreadPool pool(options.threads);
    const core::Progress progress = console.progress();
    const double share = 1 / static_cast<double>(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
        core::Work part{pool, progress.part(static_cast<double>(i) * share, share)};
        auto record = recordOf(study, heads[i], part);
        if (!record)
            return tl::unexpected(record.error());
        console.detail("done: " + fullName(heads[i]));
        report.add(std::move(*record));
    }
    return {};
}

}

core::Result<ExitCode> runAnalyze(const Options& options, Console& console)
{
    const auto capture = core::Capture::open(options.file, options.hints);
    if (!capture)
        return tl::unexpected(capture.error());
    const auto heads = selectHeads(**capture, options.selection);
    if (!heads)
        return tl::unexpected(heads.error());
    if (const auto fits = checkValues(*heads, options); !fits)
        return tl::unexpected(fits.error());
    if (const auto fits = checkSharing(*heads, options); !fits)
        return tl::unexpected(fits.error());
    if (const auto fits = checkSearch(*heads, options); !fits)
        return tl::unexpected(fits.error());
    auto output = Output::open(options.output, Output::Tables::Offered);
    if (!output)
        return tl::unexpected(output.error());
    std::optional<core::AtomicFile> curves;
    if (!options.curves.empty()) {
        auto file = core::AtomicFile::create(
            options.curves, options.output.replace ? core::Existing::Replace : core::Existing::Keep);
        if (!file)
            return tl::unexpected(file.error());
        curves.emplace(std::move(*file));
    }
    Report report(*output, curves ? &*curves : nullptr, options);
    if (const auto studied = studyAll(**capture, *heads, options, console, report); !studied)
        return tl::unexpected(studied.error());
    report.end();
    if (output->format() == Format::Text) {
        printHeadTable(output->stream(), report.records(), requestOf(options), options);
        printSearch(output->stream(), report.records());
    }
    console.endProgress();
    if (curves)
        if (auto written = curves->commit(); !written)
            return tl::unexpected(written.error());
    if (auto written = output->commit(); !written)
        return tl::unexpected(written.error());
    return ExitCode::Done;
}

}
