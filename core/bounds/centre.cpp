// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/centre.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

const double* valueOf(const WeightedValues& row, std::size_t place)
{
    return row.values.data() + row.keys[place] * row.dimensions;
}

/// `sinkWeight` is that of the value 0.
template <typename WeightAt>
std::vector<double> meanOf(const WeightedValues& row, double sinkWeight, WeightAt weightAt)
{
    std::vector<double> mean(row.dimensions);
    const double* const first = valueOf(row, 0);
    double total = 0;
    for (std::size_t place = row.keys.size(); place-- > 0;) {
        const double* const value = valueOf(row, place);
        const double weight = weightAt(place);
        total += weight;
        for (std::size_t c = 0; c < mean.size(); ++c)
            mean[c] += weight * (value[c] - first[c]);
    }
    total += sinkWeight;
    for (std::size_t c = 0; c < mean.size(); ++c)
        mean[c] = first[c] + (mean[c] - sinkWeight * first[c]) / total;
    if (!std::ranges::all_of(mean, [](double x) { return std::isfinite(x); }))
        std::ranges::fill(mean, 0.0);
    return mean;
}

}

std::vector<double> weightedMean(const WeightedValues& row)
{
    return meanOf(row, row.sink ? row.sink->weight : 0, [&](std::size_t place) { return row.weights[place]; });
}

std::vector<double> plainMean(const WeightedValues& row)
{
    return meanOf(row, 0, [](std::size_t) { return 1.0; });
}

}
