// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/rowdetail.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bounds/outputerror.h"
#include "bounds/perturbation.h"
#include "bounds/tailcurve.h"
#include "compute/rowcontext.h"
#include "truncation/rowmoments.h"

namespace core {

namespace {

RowRecord recordOf(const SortedRow& sorted)
{
    const RowMoments moments = momentsOf(sorted);
    RowRecord record;
    record.state = sorted.state;
    record.notNormalised = sorted.notNormalised;
    record.keyCount = static_cast<std::uint32_t>(sorted.size());
    record.rowSum = moments.rowSum;
    record.entropy = moments.entropy;
    record.sigma = moments.sigma;
    record.censored = moments.censored;
    record.largestWeight = moments.largestWeight;
    return record;
}

WeightedValues weightedOf(const RowDetail& row)
{
    return weightedValues(row.sorted, row.error, row.values->numbers, row.values->columns);
}

void addTailMass(const SortedRow& sorted, const WeightError& error, RowDetail& detail)
{
    const std::size_t count = sorted.size();
    detail.keys = sorted.keys;
    for (std::size_t i = 0; i < count; ++i) {
        detail.probabilities.push_back(sorted.weights[i] / sorted.total());
        detail.scores.push_back(sorted.stored ? std::log(sorted.scores[i]) : sorted.scores[i]);
    }
    for (std::size_t k = 0; k <= count; ++k)
        detail.tailMass.push_back(tailMassAt(sorted, k, error));
}

void addOutputErrors(const SortedRow& sorted, const WeightError& error, const StoredMatrix& matrix, RowDetail& detail)
{
    detail.values = std::make_shared<const DecodedMatrix>(decoded(matrix, MatrixOrder::ByRow));
    const WeightedValues weighted = weightedValues(sorted, error, detail.values->numbers, detail.values->columns);
    const OutputErrors errors = outputErrorsOfAllK(weighted, detail.tailMass);
    OutputBounds bounds = outputBounds(weighted, detail.tailMass);
    detail.outputNorm = errors.outputNorm;
    for (const Interval& absolute : errors.error)
        detail.outputError.push_back({absolute, relativeError(absolute, errors.outputNorm)});
    detail.radiusBound = std::move(bounds.radius);
    detail.varianceBound = std::move(bounds.variance);
}

}

std::size_t kEps(const RowDetail& row, double epsilon)
{
    return kEps(row.sorted, epsilon, row.error);
}

std::vector<LadderBound> tailMassLadderAt(const RowDetail& row, const KeptSet& kept)
{
    if (!kept.isLargest())
        return {};
    return tailMassLadder(row.sorted, std::min(kept.size(), row.keys.size()), row.error);
}

RowLadder ladderAt(const RowDetail& row, const KeptSet& asked)
{
    const KeptSet kept = asked.size() < row.keys.size() ? asked : KeptSet(row.keys.size());
    RowLadder ladder;
    ladder.tailMass = tailMassLadderAt(row, kept);
    if (row.values && row.reading == Reading::Stored && keepsMass(row.sorted, kept))
        ladder.output = outputLadder(weightedOf(row), {kept, tailMassOf(row.sorted, kept, row.error)}, row.tailMass[0]);
    return ladder;
}

namespace {

/// Of best keys it is known already. Absent where sums of values leave the double range.
std::optional<OutputError> outputErrorOf(const RowDetail& row, const KeptSet& set)
{
    if (set.isLargest())
        return row.outputError.empty() ? std::nullopt : std::optional(row.outputError[set.size()]);
    const KeptMass kept{set, tailMassOf(row.sorted, set, row.error)};
    const OutputErrors errors = outputErrors(weightedOf(row), {&kept, 1});
    if (errors.error.empty())
        return {};
    return OutputError{errors.error[0], relativeError(errors.error[0], errors.outputNorm)};
}

}

RowTruncation truncationOf(const RowDetail& row, const PreparedRule& rule)
{
    RowTruncation result;
    result.choice = chooseKeys(row.sorted, rule, row.row);
    result.mass = tailMassOf(row.sorted, result.choice, row.error);
    result.efficiency = efficiencyOf(row.sorted, result.choice.shown);
    if (row.values && keepsMass(row.sorted, result.choice.shown))
        result.outputError = outputErrorOf(row, result.choice.shown);
    return result;
}

std::optional<OutputError> boundedBy(
    const OutputLadder& ladder, const std::optional<OutputError>& error, const RowDetail& row)
{
    if (!error || ladder.bounds.empty())
        return error;
    Interval absolute = error->absolute;
    absolute.upper = std::min(absolute.upper, ladder.bounds[ladder.smallest].bound.upper);
    return OutputError{absolute, relativeError(absolute, row.outputNorm)};
}

RowPerturbation perturbation(const RowDetail& row, double delta)
{
    return {delta, perturbationShift(delta), perturbed(row.error, delta)};
}

Result<RowDetail> rowDetail(const HeadRows& head, RowIndex row, Reading reading)
{
    if (row.value >= head.rowCount())
        return failure(ErrorCode::BadRequest,
            fmt::format("failed to read row {}: the head has {} rows", row.value, head.rowCount()),
            head.rowCount() == 0 ? "" : fmt::format("choose a row from 0 to {}", head.rowCount() - 1));
    const Result<RowBatch> batch = head.rows({row.value, std::size_t{row.value} + 1});
    if (!batch)
        return tl::unexpected<Error>(batch.error());

    SortedRow sorted;
    sortRow(*batch, 0, sorted);
    RowDetail detail;
    detail.row = row.value;
    detail.reading = reading;
    detail.record = recordOf(sorted);
    if (sorted.state == RowState::Valid) {
        const WeightError error = weightErrorOf(sorted, reading);
        addTailMass(sorted, error, detail);
        if (const auto values = head.values())
            addOutputErrors(sorted, error, *values, detail);
        detail.error = error;
        detail.sorted = std::move(sorted);
    }
    if (!batch->intact())
        return failure(ErrorCode::FileChanged,
            fmt::format("failed to read row {}: the file changed while it was read", row.value), "open the dump again");
    return detail;
}

}
