// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/tailmass.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// What the last quotient, its parts and 17 decimal digits may cost (soundness 4).
constexpr double finalRounding = 20 * unitRoundoff;

Interval sumEnds(double sum, std::size_t terms, const WeightError& error)
{
    const double gamma = gammaOf(error.additions);
    const double absolute = static_cast<double>(terms) * error.absolute;
    // 0 first: a difference that was flushed may be -0, and what is divided by it would change sign.
    Interval ends{std::max(0.0, sum * (1 - gamma) / (1 + error.relative) - absolute),
        sum * (1 + gamma) / (1 - error.relative) + absolute};
    if (error.scoreError > 0) {
        ends.lower *= std::exp(-error.scoreError) * (1 - 4 * unitRoundoff);
        ends.upper *= std::exp(error.scoreError) * (1 + 4 * unitRoundoff);
    }
    return ends;
}

/// Comparisons are written so that a NaN gives the trivial end.
Interval quotient(const Interval& tail, const Interval& head)
{
    double upper = tail.upper / (tail.upper + head.lower) * (1 + finalRounding);
    double lower = tail.lower / (tail.lower + head.upper) * (1 - finalRounding);
    if (!(upper < 1))
        upper = 1;
    if (!(lower >= smallestNormal))
        lower = 0;
    return {lower, std::max(upper, smallestNormal)};
}

}

double WeightError::combined() const
{
    if (scoreError == 0)
        return relative;
    return (std::expm1(scoreError) + relative * std::exp(scoreError)) * (1 + 16 * unitRoundoff);
}

TailMass tailMass(double tail, double head, std::size_t dropped, std::size_t kept, const WeightError& error)
{
    const Interval tailEnds = dropped == 0 ? Interval{0, 0} : sumEnds(tail, dropped, error);
    const Interval headEnds = kept == 0 ? Interval{0, 0} : sumEnds(head, kept, error);
    TailMass mass{tailEnds.upper, tailEnds.lower, headEnds.upper, headEnds.lower, {}};
    if (dropped == 0)
        mass.tau = {0, 0};
    else if (kept == 0)
        mass.tau = {1, 1};
    else
        mass.tau = quotient(tailEnds, headEnds);
    return mass;
}

}
