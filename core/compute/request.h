// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "truncation/preparedrule.h"

namespace core {

/// What a stored probability means: the number itself, or the rounding of an unknown exact one.
enum class Reading { Stored, Rounded };
enum class Precision { Screen, Proven };

/// Values of k for a curve: k = 1, then the integer part of max(k + 1, ratio * k) in floating k, below n; ratio 0:
/// every k.
struct KGrid
{
    double ratio = 1.04;

    std::vector<std::size_t> values(std::size_t keyCount) const;
};

/// What to compute for each row. The defaults ask for nothing beyond state, sum, entropy, sigma and largest weight.
struct StatisticsRequest
{
    std::vector<std::size_t> ks; ///< tail mass at these k
    std::vector<double> epsilons; ///< k_eps for these
    std::optional<PreparedRule> rule; ///< tail mass of this rule
    std::optional<KGrid> curve; ///< mean and maximum of the tail mass over rows
    std::optional<KGrid> rowCurves; ///< upper end of every row's tail mass, for quantiles and for k_eps at any epsilon
    bool outputError = false; ///< at `ks` and `rule`; needs V
    Reading reading = Reading::Stored;
    Precision precision = Precision::Proven;
};

}
