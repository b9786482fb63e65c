// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "capture/capture.h"
#include "compute/backend.h"
#include "study/summary.h"

namespace core {

/// One head's answer.
struct HeadResult
{
    HeadInfo head;
    HeadSummary summary;
    std::shared_ptr<const HeadReply> reply;
};

/// Called for each head as soon as it is done, in the order of `heads`; false stops the study.
using HeadSink = std::function<bool(HeadResult)>;

/// Heads one after the other on a backend, first results first. Errors: Cancelled, FileChanged, those of Capture::rows.
Result<void> studyHeads(const Capture& capture, const std::vector<HeadInfo>& heads, const StatisticsRequest& request,
    Backend& backend, Work& work, const HeadSink& sink);

}
