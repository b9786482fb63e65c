// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/exactsum.h"
#include "base/indices.h"
#include "base/interval.h"
#include "base/result.h"
#include "truncation/sortedrow.h"

namespace core {

/// Output error ||o_S - o||_2 of one kept set, and relative to ||o||_2 (theory 2.5, soundness 11).
struct OutputError
{
    Interval absolute;
    double relative = 0; ///< upper end over the computed norm of o; not proven
    friend bool operator==(const OutputError&, const OutputError&) = default;
};

/// What one kept set of one row loses.
struct KeptRecord
{
    Interval tailMass;
    std::uint32_t kept = 0; ///< keys kept
    std::optional<OutputError> outputError; ///< absent where no weight is kept
    /// Of a rule: whether arithmetic in double does not decide what it keeps; the tail mass covers all it may keep, the
    /// other members are about the set that is shown.
    bool ambiguous = false;
    std::optional<double> efficiency; ///< of a rule: choice.h
    friend bool operator==(const KeptRecord&, const KeptRecord&) = default;
};

/// Everything computed for one row. Numbers are meaningful for RowState::Valid only.
struct RowRecord
{
    RowState state = RowState::Absent;
    bool notNormalised = false; ///< stored probabilities whose sum is not 1 within their format's tolerance
    std::uint32_t keyCount = 0; ///< keys that exist for this row
    double rowSum =
        0; ///< stored probabilities: their sum; else the softmax's own sum of weights relative to its maximum
    double entropy = 0; ///< nats
    double sigma = 0; ///< population standard deviation of the scores, or of ln x over x > 0 (design 2)
    double censored = 0; ///< share of stored probabilities that are zero
    double largestWeight = 0; ///< probability
    std::vector<KeptRecord> atK; ///< one per StatisticsRequest::ks
    std::vector<std::uint32_t>
        kEps; ///< one per epsilon: smallest k whose upper end is below it; keyCount when none smaller is
    std::optional<KeptRecord> rule;
    friend bool operator==(const RowRecord&, const RowRecord&) = default;
};

/// Mean and maximum of the tail mass over valid rows at one k. Sums are exact, so parts merge to the same bytes in any
/// order.
struct CurvePoint
{
    std::uint32_t k = 0;
    ExactSum lower;
    ExactSum upper;
    double maximumLower = 0;
    double maximumUpper = 0;
    std::uint32_t worstRow = 0; ///< row of the largest upper end; the first of equals
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// Statistics of a head, or of some of its rows.
struct HeadReply
{
    std::size_t keyCount = 0;
    std::vector<RowRecord> rows; ///< one per row of the head; Absent where not computed
    std::vector<CurvePoint> curve;
    std::vector<std::uint32_t> gridKs; ///< of rowCurves
    std::vector<float> rowCurves; ///< rows x gridKs, upper ends rounded up; 0 where k covers the row

    /// Takes over the rows of `other`, a reply to the same request on other rows of the same head.
    void merge(const HeadReply& other);

    friend bool operator==(const HeadReply&, const HeadReply&) = default;
};

}
