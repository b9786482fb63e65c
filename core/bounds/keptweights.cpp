// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/keptweights.h"

#include <algorithm>
#include <cmath>

#include "truncation/ranking.h"

namespace core {

namespace {

/// Far enough to make any weight about 1, and the power itself a normal number.
constexpr int leastExponent = -1000;

/// The differences are at most the row's spread, so its error holds (soundness 4).
void weighAnew(const WeightedValues& row, KeptWeights& own)
{
    double largest = own.places.empty() ? row.sink->score : row.scores[own.places.front()];
    if (row.sink)
        largest = std::max(largest, row.sink->score);
    for (const std::uint32_t place : own.places)
        own.weights.push_back(weightOf(row.scores[place] - largest));
    if (row.sink)
        own.sink = weightOf(row.sink->score - largest);
}

/// Neither subnormal, which a processor may flush, nor negative: times a power of two above 1 it stays what it is.
bool scalesExactly(double weight)
{
    return weight >= smallestNormal || rankOf(weight) == rankOf(0);
}

void scaleUp(const WeightedValues& row, KeptWeights& own)
{
    const double largest =
        std::max(own.places.empty() ? 0 : row.weights[own.places.front()], row.sink ? row.sink->weight : 0);
    const double power = std::ldexp(1.0, -std::clamp(std::ilogb(largest), leastExponent, 0));
    bool exact = row.error.exact();
    for (const std::uint32_t place : own.places) {
        exact = exact && scalesExactly(row.weights[place]);
        own.weights.push_back(row.weights[place] * power);
    }
    if (row.sink)
        own.sink = row.sink->weight * power;
    own.error.absolute = exact ? 0 : row.error.absolute * power;
}

Interval sumOf(const KeptWeights& own)
{
    double sum = 0;
    for (std::size_t i = own.weights.size(); i-- > 0;)
        sum += own.weights[i];
    const TailMass mass = tailMass(0, sum + own.sink.value_or(0), 0, own.terms(), own.error);
    return {mass.headLower, mass.headUpper};
}

}

KeptWeights keptWeights(const WeightedValues& row, const KeptSet& kept)
{
    KeptWeights own{kept.kept(), {}, {}, row.error, {}};
    own.weights.reserve(own.places.size());
    if (row.scores.empty())
        scaleUp(row, own);
    else
        weighAnew(row, own);
    own.error.additions = static_cast<double>(own.terms());
    own.sum = sumOf(own);
    return own;
}

}
