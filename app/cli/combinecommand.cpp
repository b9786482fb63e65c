// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands.h"
#include "cli/output.h"
#include "exchange/certificatedocument.h"
#include "verify/combinedfile.h"

namespace app {

namespace {

void writeClaim(core::JsonWriter& json, const core::CertifiedClaim& claim)
{
    json.beginObject("claim");
    json.text("rule", claim.rule);
    if (const auto* best = std::get_if<core::KeepsBest>(&claim.keeps))
        json.integer("k", best->count);
    if (claim.maskFile) {
        json.beginObject("mask_file", core::JsonWriter::Layout::Line);
        json.text("path", claim.maskFile->path);
        json.text("sha256", claim.maskFile->sha256);
        json.endObject();
    }
    if (claim.sharesKeys)
        json.truth("share_kv", true);
    json.number("epsilon", claim.epsilon);
    json.text("epsilon_text", claim.epsilonText);
    json.text("scope", nameOf(claim.scope));
    json.text("statistic", nameOf(claim.statistic));
    json.text("reading", nameOf(claim.reading));
    json.endObject();
}

void writeWorst(core::JsonWriter& json, const core::CombinedWorst& worst)
{
    json.beginObject("worst");
    json.lower("value_lower", worst.value.lower);
    json.upper("value_upper", worst.value.upper);
    json.beginObject("dump", core::JsonWriter::Layout::Line);
    json.text("path", worst.dumpPath);
    json.text("sha256", worst.sha256);
    json.endObject();
    json.text("unit", worst.unit);
    json.beginObject("row", core::JsonWriter::Layout::Line);
    json.text("group", worst.row.group);
    json.text("head", worst.row.head);
    json.integer("item", worst.row.item);
    json.integer("row", worst.row.row);
    json.endObject();
    json.endObject();
}

void writeCombined(std::ostream& out, const core::CombinedFile& file, const std::vector<std::string>& texts)
{
    core::JsonWriter json(out);
    json.beginObject();
    json.text("schema", "tailmass.combined/1");
    json.beginObject("program", core::JsonWriter::Layout::Line);
    json.text("name", "tailmass");
    json.text("version", core::programVersion());
    json.endObject();
    json.text("created", core::timeStampNow());
    json.text("verdict", nameOf(file.verdict));
    writeClaim(json, file.claim);
    if (file.worst)
        writeWorst(json, *file.worst);
    json.beginList("certificates");
    for (const std::string& text : texts)
        json.embed(text);
    json.endList();
    json.endObject();
}

std::string answerText(const core::CombinedFile& file)
{
    std::string text = std::string(nameOf(file.verdict)) + ": " + std::to_string(file.certificates.size())
        + (file.certificates.size() == 1 ? " certificate" : " certificates");
    if (file.worst)
        text += "; worst is " + file.worst->unit + " of " + file.worst->dumpPath + ", row "
            + std::to_string(file.worst->row.row) + " of " + file.worst->row.head;
    return text;
}

}

core::Result<ExitCode> runCombine(const Options& options, Console& console)
{
    std::vector<core::CertificateFile> certificates;
    std::vector<std::string> texts;
    for (const auto& path : options.certificates) {
        auto read = core::readCertificateText(path);
        if (!read)
            return tl::unexpected(read.error());
        certificates.push_back(std::move(read->certificate));
        texts.push_back(std::move(read->text));
    }
    const auto combined = core::combine(std::move(certificates));
    if (!combined)
        return tl::unexpected(combined.error());
    auto output = Output::open(options.output, Output::Tables::NotOffered);
    if (!output)
        return tl::unexpected(output.error());
    writeCombined(output->stream(), *combined, texts);
    if (auto written = output->commit(); !written)
        return tl::unexpected(written.error());
    console.note(answerText(*combined));
    return combined->verdict == core::CertifiedVerdict::Certified ? ExitCode::Done : ExitCode::DoesNotHold;
}

}
