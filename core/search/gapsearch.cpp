// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/gapsearch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace core {

namespace {

/// Scores of the keys seen so far, falling.
class BestScores
{
public:
    explicit BestScores(const ScoredRow& row)
        : m_row(row)
    {
    }

    void take(const std::vector<std::uint32_t>& keys)
    {
        const auto before = static_cast<std::ptrdiff_t>(m_scores.size());
        for (std::size_t i = m_scores.size(); i < keys.size(); ++i)
            m_scores.push_back(m_row.scores[keys[i]]);
        std::sort(m_scores.begin() + before, m_scores.end(), std::greater<>());
        std::inplace_merge(m_scores.begin(), m_scores.begin() + before, m_scores.end(), std::greater<>());
    }

    std::size_t size() const { return m_scores.size(); }

    /// A lower end of the gap between score k and all that follow; those not seen are at most `others`.
    double gapLower(std::size_t k, double others) const
    {
        const double delta = m_row.row.scoreError;
        const double kept = m_scores[k - 1] - delta;
        const double dropped = k < m_scores.size() ? std::max(others, m_scores[k] + delta) : others;
        return kept - dropped - 4 * unitRoundoff * (std::abs(kept) + std::abs(dropped) + delta);
    }

    /// R/(1 + R), R = (n - k)/k e^-gap, as a sum over tail and head (soundness 10).
    Bound tailMass(std::size_t k, double gap) const
    {
        WeightError error;
        error.additions = 1;
        error.relative = std::expm1(1.001 * unitRoundoff * std::min(std::abs(gap), spreadCap)) + 1.01 * expError;
        const std::size_t dropped = m_row.size() - k;
        const double tail = -gap <= largestArgument ? static_cast<double>(dropped) * weightRelativeTo(gap, 0)
                                                    : std::numeric_limits<double>::infinity();
        return {core::tailMass(tail, static_cast<double>(k), dropped, k, error).tau.upper};
    }

private:
    const ScoredRow& m_row;
    std::vector<double> m_scores;
};

/// [k]: the gap below which the bound cannot hold, ln((n-k)/k) + ln((1-epsilon)/epsilon), a little less for rounding.
std::vector<double> neededGaps(std::size_t keys, double epsilon)
{
    std::vector<double> gaps(keys, 0.0);
    const auto n = static_cast<double>(keys);
    for (std::size_t k = 1; k < keys; ++k) {
        const auto kept = static_cast<double>(k);
        gaps[k] = std::log((n - kept) / kept) + std::log((1 - epsilon) / epsilon) - 1e-6;
    }
    return gaps;
}

/// The smallest k that is proven; none: `scored` 0.
SearchStop proven(const BestScores& best, const std::vector<double>& needed, double others, double epsilon)
{
    const std::size_t keys = needed.size();
    for (std::size_t k = 1; k <= best.size() && k < keys; ++k) {
        const double gap = best.gapLower(k, others);
        if (!(gap >= needed[k]))
            continue;
        const Bound bound = best.tailMass(k, gap);
        if (bound.upper < epsilon)
            return {best.size(), k, bound};
    }
    if (best.size() == keys)
        return {keys, keys, {0}};
    return {};
}

}

RowSearch gapSearch(const ScoredRow& row, std::vector<SearchUnit> units, std::span<const double> epsilons)
{
    BestFirstSearch search(row, std::move(units), MassBound::Plain, SearchOrder::UpperScore);
    BestScores best(row);
    RowSearch result;
    result.stops.resize(epsilons.size());
    std::vector<std::vector<double>> needed;
    for (const double epsilon : epsilons)
        needed.push_back(neededGaps(row.size(), epsilon));
    for (std::size_t open = epsilons.size(); open > 0;) {
        search.scoreNext();
        best.take(search.scored());
        const double others = search.largestUnscored();
        for (std::size_t i = 0; i < epsilons.size(); ++i) {
            if (result.stops[i].scored != 0)
                continue;
            result.stops[i] = proven(best, needed[i], others, epsilons[i]);
            open -= result.stops[i].scored != 0 ? 1U : 0U;
        }
    }
    result.order = search.scored();
    return result;
}

}
