// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "bounds/rowdistance.h"
#include "capture/rowbatch.h"

namespace core {

/// One row of two heads. Where one of them is not valid there is nothing to compare.
struct RowComparison
{
    std::size_t row = 0;
    RowState a = RowState::Absent;
    RowState b = RowState::Absent;
    bool notNormalisedA = false;
    bool notNormalisedB = false;
    RowDistance distance;
    std::vector<double> overlap; ///< Jaccard index of the best keys, for each k asked for

    bool isCompared() const { return a == RowState::Valid && b == RowState::Valid; }
};

/// Rows `rows` (rising; empty: all) of two heads of equal shape, from one dump or two. Errors: BadRequest (shapes that
/// differ, no such row), Cancelled, FileChanged.
Result<std::vector<RowComparison>> compareHeads(const HeadRows& a, const HeadRows& b,
    const std::vector<std::size_t>& rows, const std::vector<std::size_t>& ks, Work& work);

/// A number over the compared rows; not proven.
struct ComparedNumber
{
    double mean = 0; ///< infinite where a row is
    double worst = 0; ///< the largest distance, or the least likeness
    double quantile = 0; ///< p99 of a distance, p1 of a likeness: a value that occurs
    std::size_t worstRow = 0; ///< the first of equal ones
    std::size_t infinite = 0; ///< rows
};

struct ComparisonSummary
{
    std::size_t compared = 0; ///< rows; without any the numbers below mean nothing
    std::size_t notNormalisedA = 0; ///< of the compared ones
    std::size_t notNormalisedB = 0;
    ComparedNumber totalVariation, klAB, klBA, jensenShannon, hellinger;
    ComparedNumber cosine; ///< a likeness
    std::vector<ComparedNumber> overlap; ///< likenesses, for each k
};

ComparisonSummary summarise(const std::vector<RowComparison>& rows);

}
