// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "base/interval.h"
#include "bounds/tailmass.h"
#include "search/blockmass.h"
#include "truncation/blockedsum.h"
#include "truncation/sortedrow.h"

namespace core {

/// A valid row computed from Q and K, its scores by position of their key; what does not exist for the row is NaN.
struct ScoredRow
{
    ScoredRow(const SortedRow& sorted, std::size_t keyCount);

    const SortedRow& row; ///< outlives this
    std::vector<double> scores; ///< one per key of the head

    std::size_t size() const { return row.size(); }
    /// How many keys of a range the row has.
    std::size_t visible(KeyRange range) const;
};

/// Keys that are scored together: a block, or one key.
struct SearchUnit
{
    KeyRange range;
    std::size_t visible = 0; ///< keys of the range that exist for the row; not 0
    BlockScores scores;
};

/// What comes first: the unit of largest mass bound, or that of largest upper score.
enum class SearchOrder { Mass, UpperScore };

/// Certified search of one row (theory 11.2, soundness 12): units are scored one after the other, and at any time the
/// mass of what is not scored is bounded, so that the tail mass of keeping all scored keys is.
class BestFirstSearch
{
public:
    /// `units` cover every key of the row exactly once. `row` outlives the search.
    BestFirstSearch(const ScoredRow& row, std::vector<SearchUnit> units, MassBound bound, SearchOrder order);

    bool done() const { return m_next == m_units.size(); }
    /// Scores the next unit. Not to be called when done.
    void scoreNext();

    /// Keys in the order in which they were scored.
    const std::vector<std::uint32_t>& scored() const { return m_scored; }
    /// The largest score that a key not scored yet can have; -inf when done.
    double largestUnscored() const;
    /// Of keeping all scored keys: at most 1, which is what is known before the first; 0 when every key is scored.
    Bound tailMass() const;
    /// Fewest keys, largest scores first, that keep the tail mass below epsilon; `tailMass` has to be below it. What is
    /// dropped of the scored keys adds to what is not scored.
    std::size_t trimmed(double epsilon) const;

    const std::vector<SearchUnit>& units() const { return m_units; } ///< in the order of the search

private:
    void sortUnits(SearchOrder order);
    void takeReference(double reference);
    WeightError errorOf(double additions) const;

    const ScoredRow& m_row;
    std::vector<SearchUnit> m_units;
    MassBound m_bound;
    std::size_t m_next = 0; ///< unit
    std::vector<std::uint32_t> m_scored;
    double m_reference = 0; ///< weights are exp(score - reference)
    double m_spread = 0; ///< largest |score - reference| of scored keys
    std::vector<double> m_rest; ///< [i]: mass bound of units i and after
    std::vector<double> m_largest; ///< [i]: largest upper score of units i and after
    BlockedSum m_head; ///< sum of weights of scored keys
};

}
