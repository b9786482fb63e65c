// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/rowrecord.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "truncation/rowmoments.h"
#include "bounds/tailcurve.h"

namespace core {

namespace {

/// The kept sets whose output errors are wanted: the ks, then the rule's where it keeps something.
std::vector<KeptMass> keptSets(const SortedRow& row, const WeightError& error, const std::vector<std::size_t>& ks)
{
    std::vector<KeptMass> sets;
    for (const std::size_t k : ks)
        sets.push_back({std::min(k, row.size()), tailMassAt(row, k, error)});
    return sets;
}

void addOutputErrors(const SortedRow& row, const WeightError& error, const DecodedMatrix& values,
    const std::vector<KeptMass>& sets, const std::vector<KeptRecord*>& records)
{
    const OutputErrors errors = outputErrors(weightedValues(row, error, values.numbers, values.columns), sets);
    for (std::size_t i = 0; i < errors.error.size(); ++i)
        records[i]->outputError = OutputError{errors.error[i], relativeError(errors.error[i], errors.outputNorm)};
}

float roundedUp(double x)
{
    const auto nearest = static_cast<float>(x);
    return static_cast<double>(nearest) < x ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

/// Adds a valid row to the curve. Rows come in rising order, so the first of equals stays the worst.
void addToCurve(const SortedRow& row, const WeightError& error, std::size_t rowOfHead, bool first, HeadReply& reply)
{
    for (CurvePoint& point : reply.curve) {
        const Interval tau = tailMassAt(row, point.k, error).tau;
        point.lower.add(tau.lower);
        point.upper.add(tau.upper);
        point.maximumLower = std::max(point.maximumLower, tau.lower);
        if (first || tau.upper > point.maximumUpper) {
            point.maximumUpper = tau.upper;
            point.worstRow = static_cast<std::uint32_t>(rowOfHead);
        }
    }
}

void fillRowCurve(const SortedRow& row, const WeightError& error, std::size_t rowOfHead, HeadReply& reply)
{
    float* to = reply.rowCurves.data() + rowOfHead * reply.gridKs.size();
    for (const std::uint32_t k : reply.gridKs)
        *to++ = roundedUp(tailMassAt(row, k, error).tau.upper);
}

}

RowRecord plainRecordOf(const SortedRow& row)
{
    const RowMoments moments = momentsOf(row);
    RowRecord record;
    record.state = row.state;
    record.notNormalised = row.notNormalised;
    record.keyCount = static_cast<std::uint32_t>(row.size());
    record.rowSum = moments.rowSum;
    record.entropy = moments.entropy;
    record.sigma = moments.sigma;
    record.censored = moments.censored;
    record.largestWeight = moments.largestWeight;
    return record;
}

KeptRecord ruleRecordOf(const SortedRow& row, const Choice& choice, const WeightError& error)
{
    KeptRecord record;
    record.tailMass = tailMassOf(row, choice, error).tau;
    record.kept = static_cast<std::uint32_t>(choice.shown.size());
    record.ambiguous = choice.isAmbiguous();
    record.efficiency = efficiencyOf(row, choice.shown);
    return record;
}

RowRecord recordOf(const SortedRow& row, std::size_t rowOfHead, const WeightError& error, const RowContext& context)
{
    RowRecord record = plainRecordOf(row);
    if (row.state != RowState::Valid)
        return record;
    std::vector<KeptMass> sets = keptSets(row, error, context.request.ks);
    for (const KeptMass& set : sets)
        record.atK.push_back({set.mass.tau, static_cast<std::uint32_t>(set.kept.size()), {}, false, {}});
    std::vector<KeptRecord*> records;
    for (KeptRecord& kept : record.atK)
        records.push_back(&kept);
    if (context.request.rule) {
        const Choice choice = chooseKeys(row, *context.request.rule, rowOfHead);
        record.rule = ruleRecordOf(row, choice, error);
        if (keepsMass(row, choice.shown)) {
            sets.push_back({choice.shown, tailMassOf(row, choice.shown, error)});
            records.push_back(&*record.rule);
        }
    }
    if (context.values)
        addOutputErrors(row, error, *context.values, sets, records);
    for (const double epsilon : context.request.epsilons)
        record.kEps.push_back(static_cast<std::uint32_t>(kEps(row, epsilon, error)));
    return record;
}

HeadReply replyTo(const RowBatch& batch, RowRange rowsOfBatch, const RowContext& context)
{
    HeadReply reply = emptyReply(batch.keyCount, context);
    reply.rows.resize(batch.rows.begin + rowsOfBatch.end);
    reply.rowCurves.resize(reply.rows.size() * reply.gridKs.size());
    SortedRow row;
    bool first = true;
    for (std::size_t i = rowsOfBatch.begin; i < rowsOfBatch.end; ++i) {
        context.sorter.sort(batch, i, row);
        const std::size_t rowOfHead = batch.rows.begin + i;
        if (row.state != RowState::Valid) {
            reply.rows[rowOfHead] = plainRecordOf(row);
            continue;
        }
        const WeightError error = weightErrorOf(row, context.request.reading);
        reply.rows[rowOfHead] = recordOf(row, rowOfHead, error, context);
        addToCurve(row, error, rowOfHead, first, reply);
        fillRowCurve(row, error, rowOfHead, reply);
        first = false;
    }
    return reply;
}

}
