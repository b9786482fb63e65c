// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <vector>

#include "cli/options.h"
#include "compute/request.h"
#include "exchange/headrecord.h"

namespace app {

/// The records of `analyze` as a table to read: a line per head, a column per number of `request`, and those of the rule of `options`.
void printHeadTable(std::ostream& out, const std::vector<core::HeadRecord>& records,
    const core::StatisticsRequest& request, const Options& options);

}
