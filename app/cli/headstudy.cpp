// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/headstudy.h"

namespace app {

namespace {

/// The run of consecutive rows that starts at `begin`.
core::RowRange runAt(const std::vector<std::size_t>& rows, std::size_t begin)
{
    std::size_t end = begin + 1;
    while (end < rows.size() && rows[end] == rows[end - 1] + 1)
        ++end;
    return {rows[begin], rows[end - 1] + 1};
}

core::Result<core::HeadReply> replyToRows(const core::HeadRows& head, const std::vector<std::size_t>& rows,
    const core::StatisticsRequest& request, core::Backend& backend, core::Work& work)
{
    core::HeadReply reply;
    for (std::size_t done = 0; done < rows.size();) {
        const core::RowRange run = runAt(rows, done);
        const auto batch = head.rows(run);
        if (!batch)
            return tl::unexpected(batch.error());
        core::Work quiet{work.pool, {}, work.memory};
        const auto part = backend.rows(*batch, head.values(), request, quiet);
        if (!part)
            return tl::unexpected(part.error());
        reply.merge(*part);
        done += run.size();
        if (!work.progress.advance(done, rows.size()))
            return core::cancelled();
    }
    return reply;
}

core::RowAudit auditOfPresent(std::vector<core::RowRecord> rows)
{
    std::erase_if(rows, [](const core::RowRecord& row) { return row.state == core::RowState::Absent; });
    return core::auditOf(rows);
}

}

std::vector<std::size_t> spreadRows(std::size_t rowCount, std::size_t count)
{
    count = std::min(count, rowCount);
    std::vector<std::size_t> rows(count);
    for (std::size_t i = 0; i < count; ++i)
        rows[i] = (2 * i + 1) * rowCount / (2 * count);
    return rows;
}

core::Result<core::HeadReply> studyRows(const core::HeadRows& head, const std::vector<std::size_t>& rows,
    const core::StatisticsRequest& request, core::Backend& backend, core::Work& work)
{
    return rows.empty() ? backend.head(head, request, work) : replyToRows(head, rows, request, backend, work);
}

core::HeadSummary summaryOf(const core::HeadReply& reply, const core::StatisticsRequest& request)
{
    core::HeadSummary summary = core::summarise(reply, request);
    summary.audit = auditOfPresent(reply.rows);
    return summary;
}

}
