// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "truncation/sortedrow.h"

namespace core {

/// Numbers that describe a row as a whole. Computed in double, not proven; entropy and sigma to about n u. A sink is
/// one outcome more of the distribution that entropy is of, and no score that sigma is of.
struct RowMoments
{
    double rowSum =
        0; ///< stored probabilities: their sum; else the sum of weights relative to the maximum's, sink and all
    double entropy = 0; ///< nats; of stored probabilities: of the row divided by its own sum
    double sigma = 0; ///< population standard deviation of the scores, or of ln x over x > 0 (design 2)
    double censored = 0; ///< share of stored probabilities that are zero
    double largestWeight = 0; ///< probability of a key
};

/// Of a valid row; all 0 otherwise.
RowMoments momentsOf(const SortedRow& row);

}
