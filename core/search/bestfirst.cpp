// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/bestfirst.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Up to this delta it is part of the weights' relative error (soundness 8).
constexpr double smallScoreError = 0.005;
/// The reference moves when a score exceeds it by more (soundness 12).
constexpr double movesReference = 600;

/// A score that some key reaches at least, to measure weights from; 0 where nothing is known.
double firstReference(const std::vector<SearchUnit>& units)
{
    double reference = -infinity;
    for (const SearchUnit& unit : units)
        reference = std::max(reference, unit.scores.lower);
    return std::isfinite(reference) ? reference : 0;
}

}

ScoredRow::ScoredRow(const SortedRow& sorted, std::size_t keyCount)
    : row(sorted)
    , scores(keyCount, std::numeric_limits<double>::quiet_NaN())
{
    for (std::size_t place = 0; place < row.size(); ++place)
        scores[row.keys[place]] = row.scores[place];
}

std::size_t ScoredRow::visible(KeyRange range) const
{
    std::size_t count = 0;
    for (std::size_t key = range.begin; key < range.end; ++key)
        count += std::isnan(scores[key]) ? 0U : 1U;
    return count;
}

BestFirstSearch::BestFirstSearch(
    const ScoredRow& row, std::vector<SearchUnit> units, MassBound bound, SearchOrder order)
    : m_row(row)
    , m_units(std::move(units))
    , m_bound(bound)
    , m_reference(firstReference(m_units))
{
    m_scored.reserve(row.size());
    sortUnits(order);
    takeReference(m_reference);
    m_largest.assign(m_units.size() + 1, -infinity);
    for (std::size_t i = m_units.size(); i-- > 0;)
        m_largest[i] = std::max(m_largest[i + 1], m_units[i].scores.upper);
}

/// Equal units stay in the order of their keys.
void BestFirstSearch::sortUnits(SearchOrder order)
{
    std::vector<double> masses(m_units.size());
    for (std::size_t i = 0; i < masses.size(); ++i)
        if (order == SearchOrder::Mass)
            masses[i] = massUpper(m_units[i].scores, m_units[i].visible, m_reference, m_bound);
    std::vector<std::size_t> places(m_units.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
        if (masses[a] != masses[b])
            return masses[a] > masses[b];
        return m_units[a].scores.upper > m_units[b].scores.upper;
    });
    std::vector<SearchUnit> sorted;
    sorted.reserve(m_units.size());
    for (const std::size_t place : places)
        sorted.push_back(m_units[place]);
    m_units = std::move(sorted);
}

/// Masses and weights anew, relative to `reference`. Sums of what is left are suffix sums, never differences.
void BestFirstSearch::takeReference(double reference)
{
    m_reference = reference;
    m_rest.assign(m_units.size() + 1, 0.0);
    BlockedSum rest;
    for (std::size_t i = m_units.size(); i-- > 0;) {
        rest.add(massUpper(m_units[i].scores, m_units[i].visible, m_reference, m_bound));
        m_rest[i] = rest.value();
    }
    m_spread = 0;
    BlockedSum head;
    for (const std::uint32_t key : m_scored) {
        const double score = m_row.scores[key];
        m_spread = std::max(m_spread, std::abs(score - m_reference));
        head.add(weightRelativeTo(m_reference, score));
    }
    m_head = head;
}

void BestFirstSearch::scoreNext()
{
    const SearchUnit& unit = m_units[m_next++];
    double largest = -infinity;
    for (std::size_t key = unit.range.begin; key < unit.range.end; ++key) {
        const double score = m_row.scores[key];
        if (std::isnan(score))
            continue;
        m_scored.push_back(static_cast<std::uint32_t>(key));
        largest = std::max(largest, score);
        m_spread = std::max(m_spread, std::abs(score - m_reference));
        if (score - m_reference <= movesReference)
            m_head.add(weightRelativeTo(m_reference, score));
    }
    if (largest - m_reference > movesReference)
        takeReference(largest);
}

double BestFirstSearch::largestUnscored() const
{
    return m_largest[m_next];
}

/// Soundness 4, for both sums: bounds of what is not scored are widened as if they were weights, which costs next to
/// nothing.
WeightError BestFirstSearch::errorOf(double additions) const
{
    const double delta = m_row.row.scoreError;
    const bool small = delta <= smallScoreError;
    WeightError error;
    error.relative =
        std::expm1(1.001 * unitRoundoff * std::min(m_spread, spreadCap) + (small ? delta : 0)) + 1.01 * expError;
    error.scoreError = small ? 0 : delta;
    error.additions = additions;
    return error;
}

Bound BestFirstSearch::tailMass() const
{
    const std::size_t kept = m_scored.size();
    const double additions = BlockedSum::additions(m_row.size());
    return {core::tailMass(m_rest[m_next], m_head.value(), m_row.size() - kept, kept, errorOf(additions)).tau.upper};
}

std::size_t BestFirstSearch::trimmed(double epsilon) const
{
    std::vector<double> scores;
    for (const std::uint32_t key : m_scored)
        scores.push_back(m_row.scores[key]);
    std::ranges::sort(scores, std::greater<>());
    std::vector<double> heads{0};
    BlockedSum head;
    for (const double score : scores) {
        head.add(weightRelativeTo(m_reference, score));
        heads.push_back(head.value());
    }
    BlockedSum tail;
    tail.add(m_rest[m_next]);
    const WeightError error = errorOf(2 * BlockedSum::additions(m_row.size() + 1) + 1);
    std::size_t kept = scores.size();
    while (kept > 1) {
        tail.add(weightRelativeTo(m_reference, scores[kept - 1]));
        const std::size_t fewer = kept - 1;
        if (!(core::tailMass(tail.value(), heads[fewer], m_row.size() - fewer, fewer, error).tau.upper < epsilon))
            break;
        kept = fewer;
    }
    return kept;
}

}
