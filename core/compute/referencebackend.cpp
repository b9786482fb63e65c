// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/referencebackend.h"

#include <algorithm>
#include <mutex>

#include "base/chunks.h"
#include "base/filechanged.h"
#include "base/memoryguard.h"
#include "compute/requestcheck.h"
#include "compute/rowrecord.h"
#include "compute/sortedhead.h"

namespace core {

namespace {

Source sourceOf(const RowBatch& batch)
{
    const auto* stored = std::get_if<StoredRows>(&batch.data);
    return stored ? stored->measure : Source::Factors;
}

/// Whether what the rule was prepared from is still what it was.
bool marksIntact(const StatisticsRequest& request)
{
    return !request.rule || !request.rule->marks || request.rule->marks->intact();
}

/// The reply that threads merge their parts into.
class SharedReply
{
public:
    explicit SharedReply(HeadReply empty)
        : m_reply(std::move(empty))
    {
    }

    void merge(const HeadReply& part)
    {
        const std::scoped_lock lock(m_mutex);
        m_reply.merge(part);
    }

    HeadReply take() { return std::move(m_reply); }

private:
    std::mutex m_mutex;
    HeadReply m_reply;
};

Result<HeadReply> replyToBatch(
    const RowBatch& batch, const std::optional<StoredMatrix>& values, const StatisticsRequest& request, Work& work)
{
    if (const auto fits = checkRequest(request, sourceOf(batch), batch.keyCount, values); !fits)
        return tl::unexpected(fits.error());
    const RowContext context = contextOf(batch, values, request);
    SharedReply reply(emptyReply(batch.keyCount, context));
    const auto done = forEachChunk(batch.rows.size(), work, [&](RowRange part) -> Result<void> {
        const HeadReply answer = replyTo(batch, part, context);
        if (!batch.intact())
            return fileChanged();
        reply.merge(answer);
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    if (!batch.intact() || !marksIntact(request))
        return fileChanged();
    return reply.take();
}

Result<HeadReply> replyToHead(const HeadRows& rows, const StatisticsRequest& request, Work& work)
{
    if (const auto fits = checkRequest(request, rows.source(), rows.keyCount(), rows.values()); !fits)
        return tl::unexpected(fits.error());
    const auto sample = rows.rows({0, std::min<std::size_t>(rows.rowCount(), 1)});
    if (!sample)
        return tl::unexpected(sample.error());
    const RowContext context = contextOf(*sample, rows.values(), request);
    HeadReply empty = emptyReply(rows.keyCount(), context);
    empty.rows.resize(rows.rowCount());
    empty.rowCurves.resize(empty.rows.size() * empty.gridKs.size());
    SharedReply reply(std::move(empty));
    const auto done = forEachChunk(rows.rowCount(), work, [&](RowRange range) -> Result<void> {
        const auto batch = rows.rows(range);
        if (!batch)
            return tl::unexpected(batch.error());
        const HeadReply answer = replyTo(*batch, {0, range.size()}, context);
        if (!batch->intact())
            return fileChanged();
        reply.merge(answer);
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    if (!sample->intact() || !marksIntact(request))
        return fileChanged();
    return reply.take();
}

}

Result<HeadReply> ReferenceBackend::rows(
    const RowBatch& batch, const std::optional<StoredMatrix>& values, const StatisticsRequest& request, Work& work)
{
    return withMemoryGuard([&] { return replyToBatch(batch, values, request, work); });
}

Result<HeadReply> ReferenceBackend::head(const HeadRows& rows, const StatisticsRequest& request, Work& work)
{
    return withMemoryGuard([&] { return replyToHead(rows, request, work); });
}

Result<std::shared_ptr<const ResidentHead>> ReferenceBackend::hold(const HeadRows& rows, Work& work)
{
    return withMemoryGuard([&] { return SortedHead::build(rows, work); });
}

std::unique_ptr<Backend> makeReferenceBackend()
{
    return std::make_unique<ReferenceBackend>();
}

}
