// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "compute/backend.h"

namespace app {

/// How many cells of a head have which probability: equal bins in log10 p. Zeros are counted in `zeros` only. Heads of
/// more than some million cells are sampled on a regular grid of rows.
struct CellHistogram
{
    double low = 0; ///< log10 of the lower edge of the first bin that has a cell
    double high = 0; ///< log10 of the upper edge of the last one
    std::vector<double> counts;
    double zeros = 0;

    /// Probability with `share` (0 ... 1) of the finite, unmasked cells below it, to a bin's width; 0 where that is a
    /// zero.
    double percentile(double share) const;
};

CellHistogram cellHistogram(const core::ResidentHead& head);

}
