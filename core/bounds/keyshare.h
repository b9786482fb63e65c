// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/interval.h"
#include "bounds/tailmass.h"
#include "truncation/sortedrow.h"

namespace core {

/// What is known of p_j = w_j / Z of the keys of one valid row (soundness 4 with a sum of one term).
class KeyShares
{
public:
    KeyShares(const SortedRow& row, const WeightError& error);

    /// p_j of a key with this computed weight; inside [0, 1].
    Interval of(double weight) const;

    /// Keys whose computed weight is at least `certain` have p_j >= probability; others at least `possible` may have
    /// it.
    struct Cut
    {
        double certain = 0;
        double possible = 0;
    };
    Cut cutAt(double probability) const;

private:
    WeightError m_error;
    double m_growth = 1; ///< e^delta, rounded up
    double m_sumLower = 0;
    double m_sumUpper = 0;
    bool m_zeroIsZero = false; ///< a computed weight of zero is meant as zero
};

}
