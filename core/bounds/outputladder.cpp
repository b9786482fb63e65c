// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/outputladder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bounds/norm.h"

namespace core {

namespace {

std::span<const double> valueAt(const WeightedValues& row, std::size_t place)
{
    return row.values.subspan(row.keys[place] * row.dimensions, row.dimensions);
}

/// What differences that were flushed to zero may hide.
double flushed(const WeightedValues& row)
{
    return static_cast<double>(row.dimensions) * smallestNormal;
}

double largestNorm(const WeightedValues& row)
{
    double largest = 0;
    for (std::size_t place = 0; place < row.keys.size(); ++place)
        largest = std::max(largest, normUpper(valueAt(row, place)));
    return largest + flushed(row);
}

/// Places of kept and of dropped keys.
struct Sides
{
    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> dropped;
};

/// Largest distance between a kept and a dropped value.
double diameter(const WeightedValues& row, const Sides& sides)
{
    std::vector<double> difference(row.dimensions);
    double largest = 0;
    for (const std::uint32_t i : sides.kept)
        for (const std::uint32_t j : sides.dropped) {
            const auto a = valueAt(row, i);
            const auto b = valueAt(row, j);
            for (std::size_t c = 0; c < difference.size(); ++c)
                difference[c] = a[c] - b[c];
            largest = std::max(largest, normUpper(difference));
        }
    if (row.sink) // its value 0 is a kept one
        for (const std::uint32_t j : sides.dropped)
            largest = std::max(largest, normUpper(valueAt(row, j)));
    return largest + flushed(row);
}

/// Ends of each coordinate over some values.
struct Box
{
    std::vector<double> low;
    std::vector<double> high;

    explicit Box(std::size_t dimensions)
        : low(dimensions, std::numeric_limits<double>::infinity())
        , high(dimensions, -std::numeric_limits<double>::infinity())
    {
    }

    void add(std::span<const double> value)
    {
        for (std::size_t c = 0; c < low.size(); ++c) {
            low[c] = std::min(low[c], value[c]);
            high[c] = std::max(high[c], value[c]);
        }
    }
};

/// Largest distance between a point of the kept values' box and one of the dropped values' box.
double boxDistance(const WeightedValues& row, const Sides& sides)
{
    Box head(row.dimensions);
    Box tail(row.dimensions);
    for (const std::uint32_t place : sides.kept)
        head.add(valueAt(row, place));
    for (const std::uint32_t place : sides.dropped)
        tail.add(valueAt(row, place));
    std::vector<double> farthest(row.dimensions);
    if (row.sink)
        head.add(farthest); // the value 0
    for (std::size_t c = 0; c < farthest.size(); ++c)
        farthest[c] = std::max(tail.high[c] - head.low[c], head.high[c] - tail.low[c]);
    return normUpper(farthest) + flushed(row);
}

/// `distance` times the tail mass (soundness 10).
Bound timesTail(double distance, const TailMass& mass)
{
    return {std::max(distance * mass.tau.upper * (1 + 16 * unitRoundoff), smallestNormal)};
}

/// Soundness 11 with c = 0.
std::optional<Interval> notRenormalised(
    const WeightedValues& row, const std::vector<std::uint32_t>& places, const TailMass& mass)
{
    std::vector<double> moment(row.dimensions);
    std::vector<double> slack(row.dimensions);
    std::vector<double> magnitude(row.dimensions);
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        const auto value = valueAt(row, *place);
        for (std::size_t c = 0; c < moment.size(); ++c) {
            moment[c] += row.weights[*place] * value[c];
            magnitude[c] += row.weights[*place] * std::abs(value[c]);
            slack[c] += std::abs(value[c]);
        }
    }
    const auto dropped = static_cast<double>(places.size());
    const double each = gammaOf(dropped + 2) + row.error.combined();
    const double absolute = row.error.absolute * std::exp(row.error.scoreError) + 3 * smallestNormal;
    if (!(each < 0.5))
        return std::nullopt;
    for (std::size_t c = 0; c < slack.size(); ++c)
        slack[c] = (1 + 0x1p-20) * each / (1 - each) * magnitude[c] + absolute * (slack[c] + dropped);
    const auto dimensions = static_cast<double>(row.dimensions);
    const double length = norm(moment);
    const double error = normUpper(slack);
    const double upper = (length * (1 + (dimensions + 4) * unitRoundoff) + error) / (mass.tailLower + mass.headLower)
        * (1 + (dimensions + 32) * unitRoundoff);
    double lower = (length * (1 - (dimensions + 8) * unitRoundoff) - error) / (mass.tailUpper + mass.headUpper)
        * (1 - 32 * unitRoundoff);
    if (!(upper < std::numeric_limits<double>::infinity()))
        return std::nullopt;
    if (!(lower >= smallestNormal))
        lower = 0;
    return Interval{lower, std::max(upper, smallestNormal)};
}

void markVacuous(std::vector<LadderBound>& bounds, double radiusBound, double tailUpper)
{
    for (LadderBound& rung : bounds)
        rung.vacuous = rung.bound.upper * tailUpper >= radiusBound;
}

}

OutputLadder outputLadder(const WeightedValues& row, const KeptMass& kept, const TailMass& all)
{
    OutputLadder ladder;
    const std::array masses{all, kept.mass};
    const OutputBounds known = outputBounds(row, masses);
    if (kept.kept.size() == 0 || kept.mass.tau.upper == 0 || !std::isfinite(known.radius[1])) {
        if (kept.kept.size() > 0 && kept.mass.tau.upper == 0)
            ladder.notRenormalised = Interval{0, 0};
        return ladder;
    }
    const Sides sides{kept.kept.kept(), kept.kept.dropped(row.keys.size())};
    ladder.bounds.push_back(
        {"max_norm", "only the largest norm of a value is known", timesTail(2 * largestNorm(row), kept.mass)});
    const double pairs = static_cast<double>(sides.kept.size()) * static_cast<double>(sides.dropped.size());
    if (pairs * static_cast<double>(row.dimensions) <= diameterLimit)
        ladder.bounds.push_back({"diameter", "the largest distance between a kept and a dropped value is known",
            timesTail(diameter(row, sides), kept.mass)});
    ladder.bounds.push_back(
        {"radius", "the largest distance of a value from their plain mean is known", {known.radius[1]}});
    ladder.bounds.push_back({"box", "each coordinate's range over kept and over dropped values is known",
        timesTail(boxDistance(row, sides), kept.mass)});
    ladder.bounds.push_back({"variance", "the variance of the values under the row is known", {known.variance[1]}});
    markVacuous(ladder.bounds, known.radius[1], kept.mass.tau.upper);
    const auto least =
        std::ranges::min_element(ladder.bounds, {}, [](const LadderBound& rung) { return rung.bound.upper; });
    ladder.smallest = static_cast<std::size_t>(least - ladder.bounds.begin());
    ladder.notRenormalised = notRenormalised(row, sides.dropped, kept.mass);
    return ladder;
}

}
