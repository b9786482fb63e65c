// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/headsearch.h"

#include <algorithm>
#include <utility>

#include "base/chunks.h"
#include "base/filechanged.h"
#include "base/memoryguard.h"
#include "bounds/tailcurve.h"
#include "search/rowsearch.h"
#include "truncation/rowsorter.h"

namespace core {

namespace {

/// What one method did for one epsilon on one row, as shares of the row's keys.
struct Share
{
    double scored = 0;
    double bytes = 0;
    double kept = 0;
    bool proven = false;
    bool early = false;
};

struct RowShares
{
    bool valid = false;
    std::vector<double> oracle; ///< by epsilon
    std::vector<Share> shares; ///< by method, then by epsilon
};

/// What all rows of a head share.
struct Context
{
    SearchRequest request;
    RowSorter sorter;
    SearchIndex index;
};

Share shareOf(const SearchStop& stop, double bytes, double epsilon, const Context& context, std::size_t keys)
{
    const auto all = static_cast<double>(keys);
    const double allBytes = all * static_cast<double>(context.index.keyBytes);
    return {static_cast<double>(stop.scored) / all, allBytes > 0 ? bytes / allBytes : 0,
        static_cast<double>(stop.kept) / all, stop.tailMass.upper < epsilon, stop.scored < keys};
}

RowShares sharesOf(const RowBatch& batch, const Context& context)
{
    SortedRow sorted;
    context.sorter.sort(batch, 0, sorted);
    RowShares result;
    result.valid = sorted.state == RowState::Valid;
    if (!result.valid)
        return result;
    const auto& epsilons = context.request.epsilons;
    for (const double epsilon : epsilons)
        result.oracle.push_back(static_cast<double>(kEps(sorted, epsilon)) / static_cast<double>(sorted.size()));
    const ScoredRow row(sorted, context.index.keyCount);
    const SearchQuery query = queryOf(std::get<FactorRows>(batch.data), 0);
    for (const SearchMethod method : context.request.methods) {
        const RowSearch search = searchRow(row, query, context.index, method, epsilons);
        const auto bytes = bytesRead(row, search, context.index, method);
        for (std::size_t i = 0; i < epsilons.size(); ++i)
            result.shares.push_back(shareOf(search.stops[i], bytes[i], epsilons[i], context, sorted.size()));
    }
    return result;
}

void addUp(const RowShares& row, HeadSearch& head)
{
    const std::size_t epsilons = head.epsilons.size();
    for (std::size_t i = 0; i < epsilons; ++i) {
        head.epsilons[i].oracle += row.oracle[i];
        auto& methods = head.epsilons[i].methods;
        for (std::size_t m = 0; m < methods.size(); ++m) {
            const Share& share = row.shares[m * epsilons + i];
            methods[m].scored += share.scored;
            methods[m].bytes += share.bytes;
            methods[m].kept += share.kept;
            methods[m].provenRows += share.proven ? 1U : 0U;
            methods[m].earlyRows += share.early ? 1U : 0U;
        }
    }
}

/// Rows are added in their order, so that the sums do not depend on threads.
HeadSearch summaryOf(const std::vector<RowShares>& rows, const SearchRequest& request)
{
    HeadSearch head;
    head.blockLength = request.blockLength;
    head.looked = rows.size();
    for (const double epsilon : request.epsilons) {
        head.epsilons.push_back({epsilon, 0, {}});
        for (const SearchMethod method : request.methods)
            head.epsilons.back().methods.push_back({method});
    }
    for (const RowShares& row : rows)
        if (row.valid) {
            addUp(row, head);
            ++head.rows;
        }
    const double count = std::max<double>(1, static_cast<double>(head.rows));
    for (EpsilonSearch& at : head.epsilons) {
        at.oracle /= count;
        for (MethodSummary& method : at.methods) {
            method.scored /= count;
            method.bytes /= count;
            method.kept /= count;
        }
    }
    return head;
}

Result<HeadSearch> searchRows(
    const HeadRows& head, const std::vector<std::size_t>& rows, const SearchRequest& request, Work& work)
{
    if (head.source() != Source::Factors)
        return failure(ErrorCode::BadRequest, "failed to search keys: the head has no Q and K",
            "Choose heads of the source qkv; info lists them.");
    const auto sample = head.rows({0, std::min<std::size_t>(head.rowCount(), 1)});
    if (!sample)
        return tl::unexpected(sample.error());
    if (std::get<FactorRows>(sample->data).softCap > 0)
        return failure(ErrorCode::BadRequest,
            "failed to search keys: the head's scores are soft-capped, and bounds are of q.k",
            "Leave the search out, or choose heads without a soft-cap; info lists them.");
    std::span<const std::uint8_t> exists;
    if (sample->allowed.keys)
        exists = *sample->allowed.keys;
    const Context context{request, RowSorter(*sample),
        searchIndex(std::get<FactorRows>(sample->data).keys, exists, request.blockLength, request.methods)};
    std::vector<RowShares> shares(rows.size());
    const auto done = forEachChunk(rows.size(), work, [&](RowRange part) -> Result<void> {
        for (std::size_t i = part.begin; i < part.end; ++i) {
            const auto batch = head.rows({rows[i], rows[i] + 1});
            if (!batch)
                return tl::unexpected(batch.error());
            shares[i] = sharesOf(*batch, context);
            if (!batch->intact())
                return fileChanged();
        }
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    if (!sample->intact())
        return fileChanged();
    return summaryOf(shares, request);
}

}

Result<HeadSearch> searchHead(
    const HeadRows& head, const std::vector<std::size_t>& rows, const SearchRequest& request, Work& work)
{
    return withMemoryGuard([&] { return searchRows(head, rows, request, work); });
}

}
