// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/interval.h"
#include "compute/reply.h"
#include "study/summary.h"

namespace app {

/// Which statistic of a curve over rows.
enum class CurveStatistic { Maximum, Mean };

/// Proven to contain the statistic of the tail mass at `k`, from a curve that is known at some k only: tail mass never
/// rises with k, so between two known points it lies between their ends. [0, 0] from `keyCount` on.
core::Interval tailMassAt(
    const core::CurveSummary& curve, CurveStatistic statistic, std::size_t k, std::size_t keyCount);

/// Per row the smallest k of the grid that is known to suffice for epsilon: never below k_eps; the row's keys where
/// none is. Needs HeadReply::rowCurves.
std::vector<std::uint32_t> sufficientK(const core::HeadReply& reply, double epsilon);

/// p10 and p90 over valid rows of the upper end of the tail mass at each k of the grid. Empty without rowCurves.
struct QuantileBand
{
    std::vector<std::uint32_t> k;
    std::vector<double> p10;
    std::vector<double> p90;
};

QuantileBand quantileBand(const core::HeadReply& reply);

/// Mean over valid rows of k_eps over the keys that exist for the row; 0 without valid rows.
double meanShare(const std::vector<core::RowRecord>& rows, const std::vector<std::uint32_t>& kEps);

}
