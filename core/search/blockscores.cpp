// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/blockscores.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "truncation/rounding.h"

namespace core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Comparisons are written so that a NaN bounds nothing.
BlockScores between(double lower, double upper, std::size_t count)
{
    BlockScores scores;
    scores.upper = upper < infinity ? upper : infinity;
    scores.lower = lower > -infinity ? lower : -infinity;
    scores.mean = scores.upper;
    scores.variance = infinity;
    scores.count = count;
    return scores;
}

struct Dot
{
    double value = 0;
    double magnitude = 0; ///< sum |q_c c_c|
};

Dot dotOf(const SearchQuery& query, const std::vector<float>& centre)
{
    Dot dot;
    for (std::size_t c = 0; c < query.dimensions(); ++c) {
        const double product = query.numbers[c] * centre[c];
        dot.value += product;
        dot.magnitude += std::abs(product);
    }
    return dot;
}

BlockScores ballAround(const Dot& dot, const SearchQuery& query, const KeyBlock& block)
{
    const double reach = query.norm * block.radius;
    const double error = dotError(query.dimensions()) * query.scale * (dot.magnitude + reach) + dotUnderflow(query);
    return between(query.scale * (dot.value - reach) - error, query.scale * (dot.value + reach) + error, block.count);
}

}

BlockScores boxScores(const SearchQuery& query, const KeyBlock& block)
{
    double lower = 0;
    double upper = 0;
    double magnitude = 0;
    for (std::size_t c = 0; c < query.dimensions(); ++c) {
        const double atLeast = query.numbers[c] * block.least[c];
        const double atMost = query.numbers[c] * block.most[c];
        lower += std::min(atLeast, atMost);
        upper += std::max(atLeast, atMost);
        magnitude += std::max(std::abs(atLeast), std::abs(atMost));
    }
    const double error = dotError(query.dimensions()) * query.scale * magnitude + dotUnderflow(query);
    if (!std::isfinite(block.radius)) // a key that is not finite hides from minima and maxima
        return between(-infinity, infinity, block.count);
    return between(query.scale * lower - error, query.scale * upper + error, block.count);
}

BlockScores ballScores(const SearchQuery& query, const KeyBlock& block)
{
    return ballAround(dotOf(query, block.centre), query, block);
}

BlockScores normScores(const SearchQuery& query, const KeyBlock& block)
{
    const double reach =
        query.scale * query.norm * block.largestNorm * (1 + dotError(query.dimensions())) + dotUnderflow(query);
    return between(-reach, reach, block.count);
}

BlockScores blockScores(const SearchQuery& query, const KeyBlock& block)
{
    const Dot dot = dotOf(query, block.centre);
    const BlockScores box = boxScores(query, block);
    const BlockScores ball = ballAround(dot, query, block);
    const BlockScores norm = normScores(query, block);
    BlockScores scores = box;
    scores.upper = std::min({box.upper, ball.upper, norm.upper});
    scores.lower = std::max({box.lower, ball.lower, norm.lower});
    const double error =
        2 * dotError(query.dimensions()) * query.scale * (dot.magnitude + query.norm * block.centreError)
        + query.scale * query.norm * block.centreError + dotUnderflow(query);
    const double mean = query.scale * dot.value + error;
    scores.mean = mean < scores.upper ? mean : scores.upper;
    const double reach = query.scale * query.norm;
    const double variance =
        reach * reach * block.variance * (1 + 16 * unitRoundoff) + 8 * smallestNormal * (1 + block.variance);
    scores.variance = variance < infinity ? variance : infinity;
    return scores;
}

}
