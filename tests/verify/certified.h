// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sstream>

#include "compute/referencebackend.h"
#include "exchange/certificatedocument.h"
#include "files/dumpfile.h"
#include "tempfolder.h"
#include "verify/verification.h"

/// Certificates as certify writes them, and what verify says about them.
namespace certified {

struct Request
{
    std::string rule = "topk:4";
    core::RulePreparer::Sharing sharing = core::RulePreparer::Sharing::None;
    double epsilon = 0.1;
    core::Scope scope = core::Scope::Heads;
    core::Statistic statistic = core::Statistic::Max;
    core::Reading reading = core::Reading::Stored;
    std::vector<std::size_t> rows; ///< empty: all
    core::Hints hints;
    std::size_t heads = 1000; ///< at most, the first ones
    std::optional<core::Source> source; ///< only heads of it; absent: each layer's default
};

inline std::vector<core::HeadInfo> headsOf(const core::Capture& capture, const Request& request)
{
    std::vector<core::HeadInfo> heads = request.source ? capture.heads() : core::defaultHeads(capture);
    if (request.source)
        std::erase_if(heads, [&](const core::HeadInfo& head) { return head.id.source != *request.source; });
    heads.resize(std::min(heads.size(), request.heads));
    return heads;
}

/// The certificate's text; empty when certify or the capture fails.
inline std::string certificate(const std::filesystem::path& dump, const Request& request)
{
    const auto capture = core::Capture::open(dump, request.hints);
    if (!capture)
        return {};
    core::ThreadPool pool(1);
    core::Work work{pool};
    const auto backend = core::makeReferenceBackend();
    core::Claim claim;
    claim.rule = *core::parseRule(request.rule);
    claim.epsilon = request.epsilon;
    claim.scope = request.scope;
    claim.statistic = request.statistic;
    claim.reading = request.reading;
    claim.sharing = request.sharing;
    auto made = core::certify(**capture, headsOf(**capture, request), request.rows, claim, *backend, work);
    const auto hash = core::sha256Of(dump);
    if (!made || !hash)
        return {};
    core::CertificateDocument document{std::move(*made), {}, request.rows, core::timeStampNow()};
    core::DocumentHeader header;
    header.schema = "tailmass.certificate/1";
    header.dumpPath = dump.string();
    header.sha256 = *hash;
    header.dumpSize = (*capture)->dump().size;
    header.reading = request.reading;
    std::ostringstream text;
    core::JsonWriter json(text);
    core::writeCertificateDocument(json, header, **capture, document);
    return text.str();
}

enum class Answer { Holds, DoesNotHold, Refused };

struct Verified
{
    Answer answer = Answer::Refused;
    std::string reason; ///< first fault, or the error
};

inline Verified verified(const support::TempFolder& folder, const std::string& text, const std::filesystem::path& dump)
{
    const auto certificate = core::readCertificate(folder.write("certificate.json", text));
    if (!certificate)
        return {Answer::Refused, certificate.error().message};
    core::ThreadPool pool(1);
    core::Work work{pool};
    const auto verification = core::verify(*certificate, dump, work);
    if (!verification)
        return {Answer::Refused, verification.error().message};
    if (verification->holds())
        return {Answer::Holds, {}};
    return {Answer::DoesNotHold, verification->faults.front()};
}

}
