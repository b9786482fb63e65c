// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/certify.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "study/units.h"

namespace core {

namespace {

StatisticsRequest requestOf(const Claim& claim, const PreparedRule& rule)
{
    StatisticsRequest request;
    request.rule = rule;
    request.reading = claim.reading;
    request.precision = claim.precision;
    return request;
}

/// Only the asked rows, run by run of consecutive ones. `rows` is sorted and without repetitions.
Result<HeadReply> replyToRows(const HeadRows& head, const std::vector<std::size_t>& rows,
    const StatisticsRequest& request, Backend& backend, Work& work)
{
    HeadReply reply;
    const double share = 1 / static_cast<double>(rows.size());
    for (std::size_t begin = 0; begin < rows.size();) {
        std::size_t end = begin + 1;
        while (end < rows.size() && rows[end] == rows[end - 1] + 1)
            ++end;
        const auto batch = head.rows({rows[begin], rows[end - 1] + 1});
        if (!batch)
            return tl::unexpected(batch.error());
        Work run{work.pool,
            work.progress.part(static_cast<double>(begin) * share, static_cast<double>(end - begin) * share),
            work.memory};
        const auto part = backend.rows(*batch, std::nullopt, request, run);
        if (!part)
            return tl::unexpected(part.error());
        reply.merge(*part);
        begin = end;
    }
    return reply;
}

Verdict verdictOf(const std::vector<Decision>& decisions)
{
    const auto is = [](Verdict verdict) { return [verdict](const Decision& d) { return d.verdict == verdict; }; };
    if (decisions.empty())
        return Verdict::Undecided;
    if (std::any_of(decisions.begin(), decisions.end(), is(Verdict::NotCertified)))
        return Verdict::NotCertified;
    return std::all_of(decisions.begin(), decisions.end(), is(Verdict::Certified)) ? Verdict::Certified
                                                                                   : Verdict::Undecided;
}

Result<HeadReply> replyOf(const HeadRows& head, const HeadInfo& info, const std::vector<std::size_t>& rows,
    const Claim& claim, RulePreparer& preparer, Backend& backend, Work& work)
{
    if (!rows.empty() && rows.back() >= head.rowCount())
        return failure(ErrorCode::BadRequest,
            fmt::format("failed to certify row {}: the head has {} rows", rows.back(), head.rowCount()),
            "Rows count from 0.");
    const auto rule = preparer.forHead(info, rows, work);
    if (!rule)
        return tl::unexpected(rule.error());
    const StatisticsRequest request = requestOf(claim, *rule);
    return rows.empty() ? backend.head(head, request, work) : replyToRows(head, rows, request, backend, work);
}

Result<void> checkClaim(const std::vector<HeadInfo>& heads, const Claim& claim)
{
    if (heads.empty())
        return failure(ErrorCode::BadRequest, "failed to certify: no head is selected", "Select at least one head.");
    if (!(claim.epsilon > 0))
        return failure(ErrorCode::BadRequest,
            fmt::format("failed to certify: epsilon {} is not above 0", claim.epsilon),
            "Give an epsilon such as 0.01.");
    return {};
}

}

std::string_view nameOf(Scope scope)
{
    switch (scope) {
    case Scope::Rows:
        return "rows";
    case Scope::Heads:
        return "heads";
    case Scope::Layers:
        return "layers";
    case Scope::Dump:
        break;
    }
    return "dump";
}

std::string_view nameOf(Statistic statistic)
{
    switch (statistic) {
    case Statistic::Max:
        return "max";
    case Statistic::Mean:
        return "mean";
    case Statistic::P99:
        break;
    }
    return "p99";
}

Result<Certificate> certify(const Capture& capture, const std::vector<HeadInfo>& heads,
    const std::vector<std::size_t>& rows, const Claim& claim, Backend& backend, Work& work)
{
    if (const auto fits = checkClaim(heads, claim); !fits)
        return tl::unexpected(fits.error());
    const std::set<std::size_t> distinct(rows.begin(), rows.end());
    const std::vector<std::size_t> named(distinct.begin(), distinct.end());
    auto preparer = RulePreparer::of(capture, claim.rule, claim.sharing);
    if (!preparer)
        return tl::unexpected(preparer.error());
    Certificate certificate;
    certificate.claim = claim;
    certificate.heads = heads;
    Units units(claim, heads, named);
    const double share = 1 / static_cast<double>(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const auto head = capture.rows(heads[i].id);
        if (!head)
            return tl::unexpected(head.error());
        Work part{work.pool, work.progress.part(static_cast<double>(i) * share, share), work.memory};
        const auto reply = replyOf(**head, heads[i], named, claim, *preparer, backend, part);
        if (!reply)
            return tl::unexpected(reply.error());
        std::vector<RowRecord> looked;
        for (std::size_t row = 0; row < reply->rows.size(); ++row) {
            if (reply->rows[row].state == RowState::Absent)
                continue;
            looked.push_back(reply->rows[row]);
            units.add(heads[i], row, reply->rows[row]);
        }
        certificate.audit.add(auditOf(looked));
        units.endHead();
    }
    if (preparer->mask()) {
        auto hash = preparer->mask()->sha256();
        if (!hash)
            return tl::unexpected(hash.error());
        certificate.maskSha256 = std::move(*hash);
    }
    certificate.decisions = units.takeDecisions();
    certificate.verdict = verdictOf(certificate.decisions);
    return certificate;
}

}
