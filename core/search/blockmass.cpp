// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/blockmass.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "truncation/rounding.h"

namespace core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// up(y, a) of soundness 12: what exps of arguments up to a in magnitude, products and a sum may have lost.
double roundedUp(double mass, double argument, double count)
{
    const double slack = 1e-13 + 4 * unitRoundoff * std::min(std::abs(argument), spreadCap);
    const double result = mass * (1 + slack) + count * smallestNormal * (1 + 0x1p-20);
    return result < infinity ? result : infinity;
}

/// Scores less the reference, rounded away from what is known.
struct Arguments
{
    double lower = 0;
    double mean = 0;
    double upper = 0;
};

Arguments argumentsOf(const BlockScores& scores, double reference)
{
    const double lowest = scores.lower > -infinity ? std::abs(scores.lower) : 0;
    const double rounding = 4 * unitRoundoff * (std::abs(reference) + std::abs(scores.upper) + lowest);
    Arguments arguments;
    arguments.upper = scores.upper - reference + rounding;
    arguments.lower = std::min(scores.lower - reference - rounding, arguments.upper);
    arguments.mean = std::clamp(scores.mean - reference + rounding, arguments.lower, arguments.upper);
    return arguments;
}

double largestOf(const Arguments& arguments)
{
    return std::max({std::abs(arguments.upper), std::abs(arguments.mean), std::abs(arguments.lower)});
}

/// n ((U-x)/(U-L) e^L + (x-L)/(U-L) e^U)
double edmundsonMadansky(const Arguments& at, double count)
{
    if (at.lower == -infinity || !(at.lower < at.upper))
        return infinity;
    const double share = std::min(1.0, (at.mean - at.lower) / (at.upper - at.lower) * (1 + 8 * unitRoundoff));
    const double mass = count * ((1 - share) * weightRelativeTo(0, at.lower) + share * weightRelativeTo(0, at.upper));
    return roundedUp(mass, largestOf(at), count);
}

/// n (b^2/(b^2+v) e^(x - v/b) + v/(b^2+v) e^U), b = U - x. e^U is taken whole: e^x e^b may be 0 times infinity.
double bennett(const Arguments& at, double variance, double count)
{
    const double reach = at.upper - at.mean;
    const double squares = reach * reach + variance;
    if (!(at.upper > at.mean) || reach > 1e150 || !(squares >= 0x1p-900) || !(squares < infinity))
        return infinity;
    const double share = std::min(1.0, variance / squares * (1 + 16 * unitRoundoff));
    const double low = at.mean - variance / reach * (1 - 8 * unitRoundoff);
    const double mass = count * ((1 - share) * weightRelativeTo(0, low) + share * weightRelativeTo(0, at.upper));
    return roundedUp(mass, std::max(std::abs(at.upper), std::abs(low)), count);
}

}

double weightRelativeTo(double reference, double score)
{
    const double difference = score - reference;
    return difference <= 0 ? weightOf(difference) : 1 / weightOf(-difference);
}

double massUpper(const BlockScores& scores, std::size_t visible, double reference, MassBound bound)
{
    const Arguments at = argumentsOf(scores, reference);
    if (!(at.upper <= largestArgument))
        return infinity;
    const auto seen = static_cast<double>(visible);
    double mass = roundedUp(seen * weightRelativeTo(0, at.upper), at.upper, seen);
    const auto count = static_cast<double>(scores.count);
    if (bound != MassBound::Plain)
        mass = std::min(mass, edmundsonMadansky(at, count));
    if (bound == MassBound::Bennett)
        mass = std::min(mass, bennett(at, scores.variance, count));
    return mass;
}

}
