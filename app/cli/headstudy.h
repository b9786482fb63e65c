// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "study/study.h"

namespace app {

/// `count` rows spread evenly over a head: the middles of that many equal parts. All rows when there are not more.
std::vector<std::size_t> spreadRows(std::size_t rowCount, std::size_t count);

/// Statistics over some rows of a head (rising), or over all when `rows` is empty. The summary's audit counts the rows
/// that were looked at. Errors: Cancelled, FileChanged, BadRequest.
core::Result<core::HeadSummary> studyRows(const core::HeadRows& head, const std::vector<std::size_t>& rows,
    const core::StatisticsRequest& request, core::Backend& backend, core::Work& work);

}
