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
    const std::vector<std::uint32_t>& kEps, const core::Rule& rule, double epsilon)
{
    ExactNumbers numbers{rule, epsilon, core::summariseTailMass(rows, records),
        core::summariseKEps(rows, kEps, epsilon), meanShare(rows, kEps), kEps, 0};
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].state == core::RowState::Valid && records[row].tailMass.upper < epsilon)
            ++numbers.rowsHolding;
    return numbers;
}

ExactNumbers exactNumbers(const core::HeadReply& reply, const core::Rule& rule, double epsilon)
{
    std::vector<core::KeptRecord> records;
    std::vector<std::uint32_t> kEps;
    for (const auto& row : reply.rows) {
        records.push_back(row.rule.value_or(core::KeptRecord{}));
        kEps.push_back(row.kEps.empty() ? 0 : row.kEps.front());
    }
    return exactNumbers(reply.rows, records, kEps, rule, epsilon);
}

void placeTailMass(HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact,
    const core::Rule& rule)
{
    const auto* topK = std::get_if<core::TopK>(&rule);
    numbers.tailMassExact = exact && exact->rule == rule;
    numbers.tailMassKnown = numbers.tailMassExact || topK;
    if (numbers.tailMassExact) {
        numbers.maximum = exact->tailMass.max;
        numbers.mean = exact->tailMass.mean;
        numbers.worstRow = exact->tailMass.worstRow;
        return;
    }
    numbers.maximum = numbers.mean = {0, 1};
    if (!topK)
        return;
    const auto& curve = study.summary.curve;
    numbers.maximum = tailMassAt(curve, CurveStatistic::Maximum, topK->k, study.head.keyCount);
    numbers.mean = tailMassAt(curve, CurveStatistic::Mean, topK->k, study.head.keyCount);
    numbers.worstRow = worstRowNear(*study.reply, topK->k);
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
    const core::Rule& rule, double epsilon)
{
    numbers.rowsHolding.reset();
    const auto* topK = std::get_if<core::TopK>(&rule);
    if (!exact || exact->epsilon != epsilon)
        return;
    if (!topK) {
        if (exact->rule == rule)
            numbers.rowsHolding = exact->rowsHolding;
        return;
    }
    const auto& rows = study.reply->rows;
    std::size_t holding = 0;
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].state == core::RowState::Valid && exact->rowKEps[row] <= topK->k)
            ++holding;
    numbers.rowsHolding = holding;
}

}
