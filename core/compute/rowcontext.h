// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "bounds/tailmass.h"
#include "capture/rowbatch.h"
#include "compute/reply.h"
#include "compute/request.h"
#include "truncation/decodedmatrix.h"

namespace core {

/// What all rows of a head share while they are computed: the request, and matrices that are decoded once.
struct RowContext
{
    StatisticsRequest request;
    std::vector<std::size_t> curveKs;
    std::vector<std::size_t> rowCurveKs;
    std::optional<DecodedMatrix> keys; ///< ByColumn; for rows that are computed from Q and K
    std::optional<DecodedMatrix> values; ///< ByRow; only where output errors are wanted
};

/// K of a batch decoded for sortRow; absent for stored rows.
std::optional<DecodedMatrix> decodedKeys(const RowBatch& batch);

RowContext contextOf(
    const RowBatch& batch, const std::optional<StoredMatrix>& values, const StatisticsRequest& request);

/// sortRow with the decoded keys where there are some.
void sortRow(const RowBatch& batch, std::size_t rowOfBatch, const std::optional<DecodedMatrix>& keys, SortedRow& row);

WeightError weightErrorOf(const SortedRow& row, Reading reading);

/// A reply without rows, its curve empty of sums.
HeadReply emptyReply(std::size_t keyCount, const RowContext& context);

}
