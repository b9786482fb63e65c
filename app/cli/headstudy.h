// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "study/study.h"

namespace app {

/// `count` rows spread evenly over a head: the middles of that many equal parts. All rows when there are not more.
std::vector<std::size_t> spreadRows(std::size_t rowCount, std::size_t count);

/// The answer for some rows of a head (rising), or for all when `rows` is empty. Errors: Cancelled, FileChanged,
/// BadRequest.
core::Result<core::HeadReply> studyRows(const core::HeadRows& head, const std::vector<std::size_t>& rows,
    const core::StatisticsRequest& request, core::Backend& backend, core::Work& work);

/// The summary of such an answer; its audit counts the rows that were looked at.
core::HeadSummary summaryOf(const core::HeadReply& reply, const core::StatisticsRequest& request);

}
