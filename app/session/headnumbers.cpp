// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/headnumbers.h"

#include <algorithm>

#include "session/gridcurve.h"

namespace app {

namespace {

constexpr std::size_t rowCurveBytes = std::size_t{512} << 20U; ///< for all heads of a dump

std::size_t curveBytes(const std::vector<core::HeadInfo>& heads, const core::KGrid& grid)
{
    std::size_t bytes = 0;
    for (const auto& head : heads)
        bytes += head.rowCount * grid.values(head.keyCount).size() * sizeof(float);
    return bytes;
}

std::size_t worstRowNear(const core::HeadReply& reply, std::size_t k)
{
    const auto above = std::upper_bound(reply.curve.begin(), reply.curve.end(), k,
        [](std::size_t value, const core::CurvePoint& point) { return value < point.k; });
    return above == reply.curve.begin() ? 0 : std::prev(above)->worstRow;
}

}

core::StatisticsRequest gridRequest(const std::vector<core::HeadInfo>& heads)
{
    core::StatisticsRequest request;
    request.curve = core::KGrid{};
    request.rowCurves = core::KGrid{};
    for (const double ratio : {1.04, 1.15, 1.5, 2.0}) {
        request.rowCurves->ratio = ratio;
        if (curveBytes(heads, *request.rowCurves) <= rowCurveBytes)
            break;
    }
    return request;
}

ExactNumbers exactNumbers(const std::vector<core::RowRecord>& rows, const std::vector<core::KeptRecord>& records,
    const std::vector<std::uint32_t>& kEps, std::size_t k, double epsilon)
{
    ExactNumbers numbers{k, epsilon, core::summariseTailMass(rows, records), core::summariseKEps(rows, kEps, epsilon),
        meanShare(rows, kEps), kEps, 0};
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].state == core::RowState::Valid && records[row].tailMass.upper < epsilon)
            ++numbers.rowsHolding;
    return numbers;
}

ExactNumbers exactNumbers(const core::HeadReply& reply, std::size_t k, double epsilon)
{
    std::vector<core::KeptRecord> records;
    std::vector<std::uint32_t> kEps;
    for (const auto& row : reply.rows) {
        records.push_back(row.atK.empty() ? core::KeptRecord{} : row.atK.front());
        kEps.push_back(row.kEps.empty() ? 0 : row.kEps.front());
    }
    return exactNumbers(reply.rows, records, kEps, k, epsilon);
}

void placeTailMass(
    HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact, std::size_t k)
{
    numbers.tailMassExact = exact && exact->k == k;
    if (numbers.tailMassExact) {
        numbers.maximum = exact->tailMass.max;
        numbers.mean = exact->tailMass.mean;
        numbers.worstRow = exact->tailMass.worstRow;
        return;
    }
    const auto& curve = study.summary.curve;
    numbers.maximum = tailMassAt(curve, CurveStatistic::Maximum, k, study.head.keyCount);
    numbers.mean = tailMassAt(curve, CurveStatistic::Mean, k, study.head.keyCount);
    numbers.worstRow = worstRowNear(*study.reply, k);
}

void placeKEps(
    HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact, double epsilon)
{
    numbers.kEpsExact = exact && exact->epsilon == epsilon;
    if (numbers.kEpsExact) {
        numbers.kEps = exact->kEps;
        numbers.kEpsShare = exact->kEpsShare;
        return;
    }
    const auto sufficient = sufficientK(*study.reply, epsilon);
    numbers.kEps = core::summariseKEps(study.reply->rows, sufficient, epsilon);
    numbers.kEpsShare = meanShare(study.reply->rows, sufficient);
}

void placeRowsHolding(HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact,
    const Parameters& parameters)
{
    numbers.rowsHolding.reset();
    if (!exact || exact->epsilon != parameters.epsilon)
        return;
    const auto& rows = study.reply->rows;
    std::size_t holding = 0;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].state == core::RowState::Valid && exact->rowKEps[row] <= parameters.k)
            ++holding;
    numbers.rowsHolding = holding;
}

}
