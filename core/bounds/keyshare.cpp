// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/keyshare.h"

#include <algorithm>
#include <cmath>

#include "bounds/tailcurve.h"
#include "truncation/ranking.h"

namespace core {

namespace {

/// More than what the few operations below may cost.
constexpr double up = 1 + 32 * unitRoundoff;
constexpr double down = 1 - 32 * unitRoundoff;

}

KeyShares::KeyShares(const SortedRow& row, const WeightError& error)
    : m_error(error)
    , m_growth(error.scoreError > 0 ? std::exp(error.scoreError) * (1 + 4 * unitRoundoff) : 1)
    , m_zeroIsZero(row.stored && error.exact())
{
    const TailMass all = tailMassAt(row, 0, error);
    m_sumLower = all.tailLower + all.headLower; // what is kept without any key is the sink
    m_sumUpper = all.tailUpper + all.headUpper;
}

Interval KeyShares::of(double weight) const
{
    if (m_zeroIsZero && rankOf(weight) == rankOf(0))
        return {0, 0};
    const double most = (weight / (1 - m_error.relative) + m_error.absolute) * m_growth / m_sumLower * up;
    const double least = (weight / (1 + m_error.relative) - m_error.absolute) / m_growth / m_sumUpper * down;
    // Comparisons are written so that a NaN gives the trivial end.
    return {least >= smallestNormal ? std::min(least, 1.0) : 0, most < 1 ? std::max(most, smallestNormal) : 1};
}

KeyShares::Cut KeyShares::cutAt(double probability) const
{
    const double certain =
        (probability * m_sumUpper * m_growth + m_error.absolute) * (1 + m_error.relative) * up + smallestNormal;
    const double possible =
        (probability * m_sumLower / m_growth * down - m_error.absolute) * (1 - m_error.relative) * down;
    return {certain, possible};
}

}
