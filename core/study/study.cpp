// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/study.h"

namespace core {

namespace {

Result<HeadResult> studyHead(
    const Capture& capture, const HeadInfo& head, const StatisticsRequest& request, Backend& backend, Work& work)
{
    const auto rows = capture.rows(head.id);
    if (!rows)
        return tl::unexpected(rows.error());
    auto reply = backend.head(**rows, request, work);
    if (!reply)
        return tl::unexpected(std::move(reply.error()));
    HeadResult result;
    result.head = head;
    result.summary = summarise(*reply, request);
    result.reply = std::make_shared<const HeadReply>(std::move(*reply));
    return result;
}

}

Result<void> studyHeads(const Capture& capture, const std::vector<HeadInfo>& heads, const StatisticsRequest& request,
    Backend& backend, Work& work, const HeadSink& sink)
{
    const double share = heads.empty() ? 1 : 1 / static_cast<double>(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
        Work part{work.pool, work.progress.part(static_cast<double>(i) * share, share), work.memory};
        auto result = studyHead(capture, heads[i], request, backend, part);
        if (!result)
            return tl::unexpected(std::move(result.error()));
        if (!sink(std::move(*result)))
            return cancelled();
    }
    return {};
}

}
