// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/selection.h"
#include "cli/texttable.h"
#include "exchange/certificatedocument.h"
#include "exchange/decimal.h"

namespace app {

namespace {

/// Digits of tail masses for people; ends are rounded outward.
constexpr int shownDigits = 4;

std::string worstText(const core::Decision& decision)
{
    return core::shortName(decision.worst.head) + " row " + std::to_string(decision.worst.row);
}

std::string intervalText(const core::Interval& value)
{
    return core::roundedDown(value.lower, 6) + " .. " + core::roundedUp(value.upper, 6);
}

std::string lossText(const core::Decision& decision)
{
    if (decision.audit.valid == 0)
        return "has no valid row";
    switch (decision.verdict) {
    case core::Verdict::Certified:
        return "loses at most " + core::roundedUp(decision.value.upper, shownDigits);
    case core::Verdict::NotCertified:
        return "loses at least " + core::roundedDown(decision.value.lower, shownDigits);
    case core::Verdict::Undecided:
        break;
    }
    return "loses " + intervalText(decision.value) + "; decided for every epsilon above that";
}

/// The unit that the verdict rests on: the worst of those that have it.
const core::Decision* decisive(const core::Certificate& certificate)
{
    const core::Decision* result = nullptr;
    for (const core::Decision& decision : certificate.decisions)
        if (decision.verdict == certificate.verdict
            && (result == nullptr || decision.value.upper > result->value.upper))
            result = &decision;
    return result;
}

void printDecisions(std::ostream& out, const core::Certificate& certificate)
{
    TextTable table({{"unit", TextTable::Align::Left}, {"verdict", TextTable::Align::Left}, {"max"}, {"p99"}, {"mean"},
        {"worst row", TextTable::Align::Left}, {"rows that hold"}, {"all keys kept"}, {"none kept"}, {"ambiguous"}});
    const auto upper = [](const core::Interval& value) { return core::roundedUp(value.upper, shownDigits); };
    for (const core::Decision& decision : certificate.decisions) {
        const bool any = decision.audit.valid > 0;
        table.add({decision.unit, std::string(nameOf(decision.verdict)), any ? upper(decision.max) : "-",
            any ? upper(decision.p99) : "-", any ? upper(decision.mean) : "-", any ? worstText(decision) : "-",
            std::to_string(decision.rowsHolding) + " of " + std::to_string(decision.audit.valid),
            std::to_string(decision.saturated), std::to_string(decision.empty), std::to_string(decision.ambiguous)});
    }
    table.print(out);
}

void printCertificate(std::ostream& out, const core::CertificateDocument& document)
{
    const core::Certificate& certificate = document.certificate;
    const core::Claim& claim = certificate.claim;
    const core::RowAudit& audit = certificate.audit;
    out << nameOf(certificate.verdict);
    if (const core::Decision* decision = decisive(certificate)) {
        out << ": " << printable(decision->unit) << ' ' << lossText(*decision);
        if (decision->audit.valid > 0)
            out << " (" << nameOf(claim.statistic) << " over rows, worst " << worstText(*decision) << ')';
    }
    out << "\nclaim: " << printable(core::ruleText(claim.rule))
        << (claim.sharing == core::RulePreparer::Sharing::KvGroup ? ", shared in each K/V group," : "")
        << " loses less than " << document.epsilonText << " in each of " << nameOf(claim.scope) << ", reading "
        << core::readingName(claim.reading) << '\n';
    out << "rows: " << audit.valid << " of " << audit.total << " counted; skipped " << audit.masked << " masked, "
        << audit.undefined << " nan, " << audit.zero << " zero; " << audit.notNormalised
        << " counted ones are not normalised\n\n";
    printDecisions(out, certificate);
    out << "\nUpper ends, rounded up. " << core::certificateLimits() << '\n';
}

core::Claim claimOf(const Options& options)
{
    core::Claim claim;
    claim.rule = *options.rule;
    claim.epsilon = options.epsilons.front();
    claim.scope = options.scope;
    claim.statistic = options.statistic;
    claim.reading = options.reading;
    claim.precision = core::Precision::Proven;
    claim.sharing = options.sharing;
    return claim;
}

core::Result<core::CertificateDocument> decide(const core::Capture& capture, const Options& options, Console& console)
{
    const auto heads = selectHeads(capture, options.selection);
    if (!heads)
        return tl::unexpected(heads.error());
    core::CertificateDocument document;
    if (const auto fits = checkSharing(*heads, options); !fits)
        return tl::unexpected(fits.error());
    document.epsilonText = options.epsilonText;
    const auto smallest = std::min_element(heads->begin(), heads->end(),
        [](const core::HeadInfo& a, const core::HeadInfo& b) { return a.rowCount < b.rowCount; });
    auto rows = selectRows(*smallest, options.selection.rows);
    if (!rows)
        return tl::unexpected(rows.error());
    document.rows = std::move(*rows);
    const auto backend = core::makeReferenceBackend();
    core::ThreadPool pool(options.threads);
    core::Work work{pool, console.progress()};
    auto certificate = core::certify(capture, *heads, document.rows, claimOf(options), *backend, work);
    if (!certificate)
        return tl::unexpected(certificate.error());
    document.certificate = std::move(*certificate);
    return document;
}

core::Result<core::DocumentHeader> headerOf(const core::Capture& capture, const Options& options)
{
    const auto hash = core::sha256Of(options.file);
    if (!hash)
        return tl::unexpected(hash.error());
    core::DocumentHeader header;
    header.schema = "tailmass.certificate/1";
    header.dumpPath = options.file.string();
    header.sha256 = *hash;
    header.dumpSize = capture.dump().size;
    header.reading = options.reading;
    return header;
}

}

core::Result<ExitCode> runCertify(const Options& options, Console& console)
{
    if (options.epsilons.size() != 1)
        return core::failure(core::ErrorCode::BadRequest,
            "failed to read '--epsilon " + options.epsilonText + "': a claim has one epsilon");
    const auto capture = core::Capture::open(options.file, options.hints);
    if (!capture)
        return tl::unexpected(capture.error());
    auto output = Output::open(options.output, Output::Tables::NotOffered);
    if (!output)
        return tl::unexpected(output.error());
    auto document = decide(**capture, options, console);
    if (!document)
        return tl::unexpected(document.error());
    if (output->format() == Format::Json) {
        const auto header = headerOf(**capture, options);
        if (!header)
            return tl::unexpected(header.error());
        document->created = core::timeStampNow();
        core::JsonWriter json(output->stream());
        core::writeCertificateDocument(json, *header, **capture, *document);
    } else {
        printCertificate(output->stream(), *document);
    }
    console.endProgress();
    if (auto written = output->commit(); !written)
        return tl::unexpected(written.error());
    const core::Verdict verdict = document->certificate.verdict;
    if (!options.output.file.empty())
        console.note(std::string(nameOf(verdict)) + "; written to " + options.output.file.string());
    return verdict == core::Verdict::Certified ? ExitCode::Done : ExitCode::DoesNotHold;
}

}
