// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/work.h"
#include "bounds/choice.h"
#include "bounds/outputladder.h"
#include "bounds/tailmass.h"
#include "capture/capture.h"
#include "compute/request.h"
#include "compute/reply.h"
#include "truncation/decodedmatrix.h"

namespace core {

/// Everything about one row, for every k from 0 to its number of keys.
struct RowDetail
{
    std::size_t row = 0; ///< of its head
    Reading reading = Reading::Stored; ///< of stored probabilities, in all intervals
    RowRecord record; ///< without kept records
    std::vector<std::uint32_t> keys; ///< in falling order of score; ties: lower index first
    std::vector<double> probabilities; ///< in the same order
    std::vector<double> scores; ///< in the same order: the score, or ln of the stored probability
    std::vector<TailMass> tailMass; ///< [k], k = 0 ... n
    std::vector<OutputError> outputError; ///< [k]; empty without V or for k = 0
    std::vector<double> radiusBound; ///< [k]: 2 R tau, an upper bound on the output error; empty without V
    std::vector<double> varianceBound; ///< [k]
    double outputNorm = 0; ///< ||o||_2
    SortedRow sorted; ///< the row itself, for the ladder and for what-if questions
    WeightError error;
    std::shared_ptr<const DecodedMatrix> values; ///< V; null where the dump has none
};

/// The cheaper bounds beside a row's interval for one kept set.
struct RowLadder
{
    std::vector<LadderBound> tailMass; ///< only where the set is that of the largest keys
    OutputLadder output; ///< empty without V
};

/// What a rule keeps and loses of a row.
struct RowTruncation
{
    Choice choice;
    TailMass mass; ///< of the exact choice; the rest is about the set shown
    std::optional<OutputError> outputError; ///< absent without V and where no weight is kept
    std::optional<double> efficiency;
};

/// Smallest k whose upper end is below epsilon, strictly; the number of keys when none smaller is.
std::size_t kEps(const RowDetail& row, double epsilon);

/// What is known of a row when each of its scores may be off by `delta` more (theory 2.6).
struct RowPerturbation
{
    double delta = 0;
    Bound totalVariation; ///< between the row and the perturbed one
    WeightError error;
};

/// Of a valid row; empty where the set is not that of the largest keys.
std::vector<LadderBound> tailMassLadderAt(const RowDetail& row, const KeptSet& kept);
/// Of a valid row; outputs are bounded under reading `stored` alone. `kept` may be any number of best keys, beyond the
/// row too, or a set of its places. A set that keeps all or no weight has no ladder.
RowLadder ladderAt(const RowDetail& row, const KeptSet& kept);

/// The output error of the kept set of a ladder, at most the smallest of its bounds.
std::optional<OutputError> boundedBy(
    const OutputLadder& ladder, const std::optional<OutputError>& error, const RowDetail& row);

/// Of a valid row; the rule was prepared for its head.
RowTruncation truncationOf(const RowDetail& row, const PreparedRule& rule);

/// `delta` >= 0. Then tailMassAt(row.sorted, k, result.error) and kEps(row.sorted, epsilon, result.error) tell what
/// every such row loses without the same keys.
RowPerturbation perturbation(const RowDetail& row, double delta);

/// Errors: BadRequest (no such row), FileChanged.
Result<RowDetail> rowDetail(const HeadRows& head, RowIndex row, Reading reading = Reading::Stored);

}
