// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bounds/tailmass.h"

namespace core {

namespace {

/// Widens computed ends by `units` u; what underflows becomes 0 below and the smallest normal number above (soundness
/// 10).
Interval widened(double lower, double upper, double units)
{
    const double lowerEnd = lower * (1 - units * unitRoundoff);
    return {lowerEnd >= smallestNormal ? lowerEnd : 0, std::max(upper * (1 + units * unitRoundoff), smallestNormal)};
}

/// 1 - sqrt(1 - t) without its cancellation.
double hellingerSquaredOf(double t)
{
    return t / (1 + std::sqrt(1 - t));
}

}

double jensenShannonOf(double tailMass)
{
    const double t = tailMass;
    const double middle = t < 1 ? (1 - t) / 2 * std::log1p(-t) : 0;
    return t / 2 * std::numbers::ln2 + middle - (2 - t) / 2 * std::log1p(-t / 2);
}

Divergences divergences(const TailMass& mass)
{
    const Interval& tau = mass.tau;
    if (tau.upper == 0)
        return {};
    Divergences result;
    result.totalVariation = tau;
    // Odds beyond the double range are at least its largest number; only a head of nothing makes them infinite.
    const double odds = mass.tailLower / mass.headUpper;
    const double least = mass.headUpper > 0 ? std::min(odds, std::numeric_limits<double>::max()) : odds;
    result.kullbackLeibler = widened(std::log1p(least), std::log1p(mass.tailUpper / mass.headLower), 20);
    result.jensenShannon = widened(jensenShannonOf(tau.lower), jensenShannonOf(tau.upper), 16);
    const Interval hellinger = widened(hellingerSquaredOf(tau.lower), hellingerSquaredOf(tau.upper), 8);
    result.hellingerSquared = {hellinger.lower, std::min(hellinger.upper, 1.0)};
    return result;
}

}
