// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/scoreerrors.h"

#include <algorithm>
#include <cmath>

#include "truncation/decodedmatrix.h"

namespace app {

namespace {
constexpr double bf16Roundoff = 0x1p-8;
constexpr double halfStepOf8Bits = 1.0 / 254;

double largestMagnitude(const std::vector<double>& numbers)
{
    double largest = 0;
    for (const double number : numbers)
        largest = std::max(largest, std::abs(number));
    return largest;
}

}

std::optional<double> bf16ScoreError(const core::RowDetail& row)
{
    if (row.record.state != core::RowState::Valid || row.sorted.stored)
        return {};
    return bf16Roundoff * largestMagnitude(row.scores);
}

std::optional<double> eightBitKeyError(const core::HeadRows& head, core::RowIndex row)
{
    if (head.source() != core::Source::Factors || row.value >= head.rowCount())
        return {};
    const auto batch = head.rows({row.value, std::size_t{row.value} + 1});
    if (!batch)
        return {};
    const auto& factors = std::get<core::FactorRows>(batch->data);
    const double step = largestMagnitude(core::decoded(factors.keys, core::MatrixOrder::ByRow).numbers);
    double sum = 0;
    for (const double number : core::decoded(factors.queries, core::MatrixOrder::ByRow).numbers)
        sum += std::abs(number);
    const double error = std::abs(factors.scale) * sum * step * halfStepOf8Bits;
    if (!batch->intact() || !std::isfinite(error))
        return {};
    return error;
}

}
