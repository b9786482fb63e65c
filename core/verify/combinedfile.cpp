// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/combinedfile.h"

#include <algorithm>

#include "files/utf8.h"
#include "verify/certificateobject.h"

namespace core {

namespace {

constexpr std::string_view combinedSchema = "tailmass.combined/1";

/// What two claims differ in, with both of its values; empty when they are the same.
std::string differenceOf(const CertifiedClaim& a, const CertifiedClaim& b)
{
    const auto differ = [](const char* what, std::string_view first, std::string_view other) {
        return std::string(what) + " (" + inQuotes(std::string(first)) + " and " + inQuotes(std::string(other)) + ")";
    };
    const auto sharing = [](const CertifiedClaim& claim) { return claim.sharesKeys ? "shared" : "not shared"; };
    if (a.rule != b.rule)
        return differ("rule", a.rule, b.rule);
    if (a.maskFile && a.maskFile->sha256 != b.maskFile->sha256)
        return differ("mask file", a.maskFile->sha256, b.maskFile->sha256);
    if (a.sharesKeys != b.sharesKeys)
        return differ("sets of K/V groups", sharing(a), sharing(b));
    if (a.epsilon != b.epsilon)
        return differ("epsilon", a.epsilonText, b.epsilonText);
    if (a.scope != b.scope)
        return differ("scope", nameOf(a.scope), nameOf(b.scope));
    if (a.statistic != b.statistic)
        return differ("statistic", nameOf(a.statistic), nameOf(b.statistic));
    return a.reading == b.reading ? std::string() : differ("reading", nameOf(a.reading), nameOf(b.reading));
}

CertifiedVerdict wholeVerdict(const std::vector<CertificateFile>& certificates)
{
    const auto is = [](CertifiedVerdict verdict) {
        return [verdict](const CertificateFile& certificate) { return certificate.verdict == verdict; };
    };
    if (std::any_of(certificates.begin(), certificates.end(), is(CertifiedVerdict::NotCertified)))
        return CertifiedVerdict::NotCertified;
    const bool all = std::all_of(certificates.begin(), certificates.end(), is(CertifiedVerdict::Certified));
    return all ? CertifiedVerdict::Certified : CertifiedVerdict::Undecided;
}

std::optional<CombinedWorst> worstOf(const std::vector<CertificateFile>& certificates)
{
    std::optional<CombinedWorst> worst;
    for (const CertificateFile& certificate : certificates)
        for (const CertifiedDecision& decision : certificate.decisions)
            if (decision.numbers && (!worst || decision.numbers->value.upper > worst->value.upper))
                worst = CombinedWorst{decision.numbers->value, certificate.dumpPath, certificate.sha256, decision.unit,
                    decision.numbers->worst};
    return worst;
}

bool isSame(const CombinedWorst& a, const CombinedWorst& b)
{
    return a.value.lower == b.value.lower && a.value.upper == b.value.upper && a.dumpPath == b.dumpPath
        && a.sha256 == b.sha256 && a.unit == b.unit && a.row.group == b.row.group && a.row.head == b.row.head
        && a.row.item == b.row.item && a.row.row == b.row.row;
}

CombinedWorst readWorst(StrictObject object)
{
    CombinedWorst worst;
    worst.value = intervalOf(object, "value");
    StrictObject dump = object.object("dump");
    worst.dumpPath = dump.text("path");
    worst.sha256 = dump.text("sha256");
    dump.end();
    worst.unit = object.text("unit");
    worst.row = rowOf(object.object("row"));
    object.end();
    return worst;
}

CombinedFile combinedOf(StrictObject document)
{
    CombinedFile file;
    document.word("schema", {std::string(combinedSchema)});
    StrictObject program = document.object("program");
    program.text("name");
    program.text("version");
    program.end();
    document.text("created");
    file.verdict = verdictOf(document);
    StrictObject claim = document.object("claim");
    readClaim(claim, file.claim);
    claim.end();
    if (document.has("worst"))
        file.worst = readWorst(document.object("worst"));
    for (StrictObject& certificate : document.objects("certificates"))
        file.certificates.push_back(certificateOf(std::move(certificate)));
    document.end();
    return file;
}

CombinedFile alone(CertificateFile certificate)
{
    const CertifiedClaim claim = certificate;
    const CertifiedVerdict verdict = certificate.verdict;
    std::vector<CertificateFile> one;
    one.push_back(std::move(certificate));
    const auto worst = worstOf(one);
    return {claim, verdict, worst, std::move(one), false};
}

}

Result<CombinedFile> combine(std::vector<CertificateFile> certificates)
{
    if (certificates.empty())
        return failure(ErrorCode::BadRequest, "failed to combine: there is no certificate");
    CombinedFile file;
    file.claim = certificates.front();
    for (std::size_t i = 1; i < certificates.size(); ++i)
        if (const auto difference = differenceOf(file.claim, certificates[i]); !difference.empty())
            return failure(ErrorCode::BadRequest,
                "failed to combine: certificates 1 and " + std::to_string(i + 1)
                    + " claim different things: " + difference,
                "Certify all dumps with the same claim.");
    file.verdict = wholeVerdict(certificates);
    file.worst = worstOf(certificates);
    file.certificates = std::move(certificates);
    return file;
}

Result<CombinedFile> readCombined(const std::filesystem::path& path)
{
    CombinedFile file;
    const auto text = readStrictObject(path, [&](StrictObject document) {
        const auto schema = document.word("schema", {std::string(certificateSchema), std::string(combinedSchema)});
        file = schema == 0 ? alone(certificateOf(std::move(document))) : combinedOf(std::move(document));
    });
    if (!text)
        return tl::unexpected(text.error());
    for (CertificateFile& certificate : file.certificates)
        certificate.folder = path.parent_path();
    return file;
}

std::vector<std::string> faultsOf(const CombinedFile& file)
{
    const auto real = combine(file.certificates);
    if (!real)
        return {real.error().message};
    std::vector<std::string> faults;
    if (const auto difference = differenceOf(file.claim, real->claim); !difference.empty())
        faults.push_back("the claim is not that of the certificates: " + difference);
    if (file.verdict != real->verdict)
        faults.emplace_back("the verdict is not what the certificates give");
    if (file.worst.has_value() != real->worst.has_value() || (file.worst && !isSame(*file.worst, *real->worst)))
        faults.emplace_back("the worst unit is not that of the certificates");
    return faults;
}

}
