// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/centre.h"
#include "bounds/norm.h"
#include "bounds/outputerror.h"

namespace core {

namespace {

bool isFinite(const WeightedValues& row)
{
    return std::ranges::all_of(row.keys, [&](std::uint32_t key) {
        const auto value = row.values.subspan(key * row.dimensions, row.dimensions);
        return std::ranges::all_of(value, [](double x) { return std::isfinite(x); });
    });
}

/// Calls visit(weight, v - c) for every key from the smallest weight up, then for the sink.
template <typename Visit>
void forDifferences(const WeightedValues& row, const std::vector<double>& centre, Visit visit)
{
    std::vector<double> difference(row.dimensions);
    for (std::size_t place = row.keys.size(); place-- > 0;) {
        const double* const value = row.values.data() + row.keys[place] * row.dimensions;
        for (std::size_t c = 0; c < difference.size(); ++c)
            difference[c] = value[c] - centre[c];
        visit(row.weights[place], difference);
    }
    if (!row.sink)
        return;
    for (std::size_t c = 0; c < difference.size(); ++c)
        difference[c] = -centre[c];
    visit(row.sink->weight, difference);
}

/// Upper end of R = max ||v - c||, with what flushed differences may hide.
double radiusAround(const WeightedValues& row, const std::vector<double>& centre)
{
    double radius = 0;
    forDifferences(row, centre,
        [&](double, const std::vector<double>& difference) { radius = std::max(radius, normUpper(difference)); });
    return radius + static_cast<double>(row.dimensions) * smallestNormal;
}

/// Upper end of sum w ||(v - c) scale||^2 over all keys and the sink (soundness 10); around any c at least the
/// variance.
double weightedSquares(const WeightedValues& row, const std::vector<double>& centre, double scale)
{
    double sum = 0;
    forDifferences(row, centre, [&](double weight, const std::vector<double>& difference) {
        double squares = 0;
        for (const double x : difference)
            squares += (x * scale) * (x * scale);
        sum += weight * squares;
    });
    const double count = static_cast<double>(row.keys.size()) + (row.sink ? 1 : 0);
    const double relative = gammaOf(count + static_cast<double>(row.dimensions) + 6) + row.error.combined();
    return sum * (1 + 1.01 * relative / (1 - std::min(relative, 0.5))) + 16 * count * row.error.absolute;
}

}

OutputBounds outputBounds(const WeightedValues& row, std::span<const TailMass> mass)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    OutputBounds bounds{std::vector<double>(mass.size(), infinity), std::vector<double>(mass.size(), infinity)};
    if (!isFinite(row))
        return bounds;
    const double radius = radiusAround(row, plainMean(row));
    const std::vector<double> output = weightedMean(row);
    const int exponent = std::clamp(std::ilogb(radiusAround(row, output)), -1000, 1000);
    const double squares = weightedSquares(row, output, std::ldexp(1.0, -exponent));
    const double totalLower = mass.front().tailLower + mass.front().headLower;
    for (std::size_t k = 0; k < mass.size(); ++k) {
        const TailMass& at = mass[k];
        if (at.tau.upper == 0) {
            bounds.radius[k] = 0;
            bounds.variance[k] = 0;
            continue;
        }
        const double byRadius = 2 * radius * at.tau.upper * (1 + 16 * unitRoundoff);
        const double byVariance = std::ldexp(std::sqrt(at.tailUpper) / std::sqrt(at.headLower)
                * std::sqrt(squares / totalLower) * (1 + 32 * unitRoundoff),
            exponent);
        bounds.radius[k] = std::max(byRadius, smallestNormal);
        bounds.variance[k] = std::isnan(byVariance) ? infinity : std::max(byVariance, smallestNormal);
    }
    return bounds;
}

}
