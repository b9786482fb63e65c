// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/gridcurve.h"

#include <algorithm>

namespace app {

core::Interval tailMassAt(
    const core::CurveSummary& curve, CurveStatistic statistic, std::size_t k, std::size_t keyCount)
{
    if (k >= keyCount)
        return {0, 0};
    const auto& lower = statistic == CurveStatistic::Maximum ? curve.maxLower : curve.meanLower;
    const auto& upper = statistic == CurveStatistic::Maximum ? curve.maxUpper : curve.meanUpper;
    const auto above = static_cast<std::size_t>(std::upper_bound(curve.k.begin(), curve.k.end(), k) - curve.k.begin());
    core::Interval result{0, 1};
    if (above > 0)
        result.upper = upper[above - 1];
    if (above > 0 && curve.k[above - 1] == k)
        result.lower = lower[above - 1];
    else if (above < curve.k.size())
        result.lower = lower[above];
    return result;
}

std::vector<std::uint32_t> sufficientK(const core::HeadReply& reply, double epsilon)
{
    const auto grid = reply.gridKs.size();
    std::vector<std::uint32_t> result(reply.rows.size());
    for (std::size_t row = 0; row < result.size(); ++row) {
        const auto first = reply.rowCurves.begin() + static_cast<std::ptrdiff_t>(row * grid);
        const auto last = first + static_cast<std::ptrdiff_t>(grid);
        const auto found = std::partition_point(first, last, [epsilon](float upper) { return upper >= epsilon; });
        const auto keys = reply.rows[row].keyCount;
        result[row] = found == last ? keys : std::min(keys, reply.gridKs[static_cast<std::size_t>(found - first)]);
    }
    return result;
}

QuantileBand quantileBand(const core::HeadReply& reply)
{
    QuantileBand band;
    const auto grid = reply.gridKs.size();
    std::vector<float> column;
    for (std::size_t point = 0; point < grid; ++point) {
        column.clear();
        for (std::size_t row = 0; row < reply.rows.size(); ++row)
            if (reply.rows[row].state == core::RowState::Valid)
                column.push_back(reply.rowCurves[row * grid + point]);
        if (column.empty())
            return {};
        const auto quantile = [&column](std::size_t percent) {
            const auto place = column.begin() + static_cast<std::ptrdiff_t>((column.size() - 1) * percent / 100);
            std::nth_element(column.begin(), place, column.end());
            return static_cast<double>(*place);
        };
        band.k.push_back(reply.gridKs[point]);
        band.p10.push_back(quantile(10));
        band.p90.push_back(quantile(90));
    }
    return band;
}

double meanShare(const std::vector<core::RowRecord>& rows, const std::vector<std::uint32_t>& kEps)
{
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].state != core::RowState::Valid || rows[row].keyCount == 0)
            continue;
        sum += static_cast<double>(kEps[row]) / static_cast<double>(rows[row].keyCount);
        ++count;
    }
    return count == 0 ? 0.0 : sum / static_cast<double>(count);
}

}
