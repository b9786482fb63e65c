// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "bounds/tailmass.h"
#include "capture/rowbatch.h"
#include "compute/reply.h"
#include "compute/request.h"
#include "truncation/rowsorter.h"

namespace core {

/// What all rows of a head share while they are computed: the request, and matrices that are decoded once.
struct RowContext
{
    StatisticsRequest request;
    std::vector<std::size_t> curveKs;
    std::vector<std::size_t> rowCurveKs;
    RowSorter sorter;
    std::optional<DecodedMatrix> values; ///< ByRow; only where output errors are wanted
};

RowContext contextOf(
    const RowBatch& batch, const std::optional<StoredMatrix>& values, const StatisticsRequest& request);

WeightError weightErrorOf(const SortedRow& row, Reading reading);

/// A reply without rows, its curve empty of sums.
HeadReply emptyReply(std::size_t keyCount, const RowContext& context);

}
