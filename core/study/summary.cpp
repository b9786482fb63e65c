// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/summary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "study/mean.h"
#include "study/quantile.h"

namespace core {

namespace {

bool isValid(const RowRecord& row)
{
    return row.state == RowState::Valid;
}

/// Collects `pick(row)` of every row; picks of rows without a number are never read.
template <typename Pick>
auto column(const std::vector<RowRecord>& rows, Pick pick)
{
    std::vector<decltype(pick(rows.front()))> values(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (isValid(rows[i]))
            values[i] = pick(rows[i]);
    return values;
}

template <typename Pick, typename Counts>
Spread spreadOf(const std::vector<RowRecord>& rows, Pick pick, Counts counts)
{
    Spread spread{0, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    std::size_t count = 0;
    for (const RowRecord& row : rows) {
        if (!isValid(row) || !counts(row))
            continue;
        const double value = pick(row);
        ++count;
        spread.mean += (value - spread.mean) / static_cast<double>(count);
        spread.min = std::min(spread.min, value);
        spread.max = std::max(spread.max, value);
    }
    return count == 0 ? Spread{} : spread;
}

double censoredShare(const std::vector<RowRecord>& rows)
{
    double zeros = 0;
    double keys = 0;
    for (const RowRecord& row : rows) {
        if (!isValid(row))
            continue;
        zeros += row.censored * row.keyCount;
        keys += row.keyCount;
    }
    return keys == 0 ? 0 : zeros / keys;
}

OutputErrorSummary summariseOutputError(const std::vector<RowRecord>& rows, const std::vector<KeptRecord>& records)
{
    OutputErrorSummary summary;
    double sum = 0;
    double relative = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isValid(rows[i]))
            continue;
        if (!records[i].outputError) {
            ++summary.rowsWithout;
            continue;
        }
        const OutputError& error = *records[i].outputError;
        if (summary.rows == 0 || error.absolute.upper > summary.max) {
            summary.max = error.absolute.upper;
            summary.worstRow = i;
        }
        sum += error.absolute.upper;
        relative += error.relative;
        ++summary.rows;
    }
    if (summary.rows == 0)
        return summary;
    const auto n = static_cast<double>(summary.rows);
    summary.mean = sum / n * (1 + (n + 3) * 0x1p-53); // sums of upper ends stay upper ends (soundness 13)
    summary.meanRelative = relative / n;
    return summary;
}

CurveSummary summariseCurve(const std::vector<CurvePoint>& curve, std::size_t validRows)
{
    CurveSummary summary;
    for (const CurvePoint& point : curve) {
        const Interval mean = meanOf(point.lower, point.upper, validRows);
        summary.k.push_back(point.k);
        summary.meanLower.push_back(mean.lower);
        summary.meanUpper.push_back(mean.upper);
        summary.maxLower.push_back(point.maximumLower);
        summary.maxUpper.push_back(point.maximumUpper);
    }
    return summary;
}

void summariseKept(const HeadReply& reply, const StatisticsRequest& request, HeadSummary& summary)
{
    for (std::size_t i = 0; i < request.ks.size(); ++i) {
        const auto records = column(reply.rows, [i](const RowRecord& row) { return row.atK[i]; });
        summary.tailMass.push_back(summariseTailMass(reply.rows, records));
        summary.tailMass.back().k = request.ks[i];
        if (request.outputError) {
            summary.outputError.push_back(summariseOutputError(reply.rows, records));
            summary.outputError.back().k = request.ks[i];
        }
    }
    if (request.rule) {
        const auto records = column(reply.rows, [](const RowRecord& row) { return *row.rule; });
        summary.rule = summariseTailMass(reply.rows, records);
        if (request.outputError)
            summary.ruleOutputError = summariseOutputError(reply.rows, records);
    }
}

}

void RowAudit::add(const RowAudit& other)
{
    total += other.total;
    valid += other.valid;
    masked += other.masked;
    undefined += other.undefined;
    zero += other.zero;
    notNormalised += other.notNormalised;
}

RowAudit auditOf(const std::vector<RowRecord>& rows)
{
    RowAudit audit;
    audit.total = rows.size();
    for (const RowRecord& row : rows) {
        audit.valid += row.state == RowState::Valid ? 1U : 0U;
        audit.masked += row.state == RowState::Masked ? 1U : 0U;
        audit.undefined += row.state == RowState::Undefined ? 1U : 0U;
        audit.zero += row.state == RowState::Zero ? 1U : 0U;
        audit.notNormalised += row.state == RowState::Valid && row.notNormalised ? 1U : 0U;
    }
    return audit;
}

TailMassSummary summariseTailMass(const std::vector<RowRecord>& rows, const std::vector<KeptRecord>& records)
{
    assert(rows.size() == records.size());
    TailMassSummary summary;
    ExactSum lower;
    ExactSum upper;
    std::vector<double> uppers;
    std::uint64_t kept = 0;
    std::uint64_t keys = 0;
    std::uint64_t efficient = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isValid(rows[i]))
            continue;
        const Interval& tau = records[i].tailMass;
        lower.add(tau.lower);
        upper.add(tau.upper);
        if (uppers.empty() || tau.upper > summary.max.upper) {
            summary.max.upper = tau.upper;
            summary.worstRow = i;
        }
        summary.max.lower = std::max(summary.max.lower, tau.lower);
        uppers.push_back(tau.upper);
        kept += records[i].kept;
        keys += rows[i].keyCount;
        summary.saturated += records[i].kept == rows[i].keyCount ? 1U : 0U;
        summary.empty += records[i].kept == 0 ? 1U : 0U;
        summary.ambiguous += records[i].ambiguous ? 1U : 0U;
        if (records[i].efficiency)
            summary.efficiencyMean +=
                (*records[i].efficiency - summary.efficiencyMean) / static_cast<double>(++efficient);
    }
    if (uppers.empty())
        return summary;
    summary.mean = meanOf(lower, upper, uppers.size());
    summary.keptMean = static_cast<double>(kept) / static_cast<double>(uppers.size());
    summary.density = static_cast<double>(kept) / static_cast<double>(keys);
    summary.p99 = quantile(uppers, 99);
    return summary;
}

SharingSummary summariseSharing(const HeadReply& shared, const HeadReply& own)
{
    const auto records = column(own.rows, [](const RowRecord& row) { return *row.rule; });
    SharingSummary summary;
    summary.own = summariseTailMass(own.rows, records);
    ExactSum costs;
    std::size_t count = 0;
    for (std::size_t i = 0; i < own.rows.size(); ++i) {
        if (!isValid(own.rows[i]))
            continue;
        // The difference is rounded by half a unit; the next number is an upper end of it.
        const double difference = shared.rows[i].rule->tailMass.upper - records[i].tailMass.lower;
        const double cost = difference > 0 ? std::nextafter(difference, 2.0) : 0;
        costs.add(cost);
        summary.maxCost = std::max(summary.maxCost, cost);
        ++count;
    }
    summary.meanCost = meanOf(costs, costs, count).upper;
    return summary;
}

KEpsSummary summariseKEps(const std::vector<RowRecord>& rows, const std::vector<std::uint32_t>& kEps, double epsilon)
{
    assert(rows.size() == kEps.size());
    KEpsSummary summary;
    summary.epsilon = epsilon;
    std::vector<std::uint32_t> values;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isValid(rows[i]))
            continue;
        values.push_back(kEps[i]);
        sum += kEps[i];
    }
    if (values.empty())
        return summary;
    summary.mean = static_cast<double>(sum) / static_cast<double>(values.size());
    summary.p50 = quantile(values, 50);
    summary.p99 = quantile(values, 99);
    summary.max = *std::max_element(values.begin(), values.end());
    return summary;
}

HeadSummary summarise(const HeadReply& reply, const StatisticsRequest& request)
{
    HeadSummary summary;
    summary.audit = auditOf(reply.rows);
    for (std::size_t i = 0; i < request.epsilons.size(); ++i) {
        const auto kEps = column(reply.rows, [i](const RowRecord& row) { return row.kEps[i]; });
        summary.kEps.push_back(summariseKEps(reply.rows, kEps, request.epsilons[i]));
    }
    summariseKept(reply, request, summary);
    const auto all = [](const RowRecord&) { return true; };
    const auto twoKeys = [](const RowRecord& row) { return row.keyCount >= 2; };
    summary.entropy = spreadOf(
        reply.rows, [](const RowRecord& row) { return row.entropy; }, all);
    summary.sigma = spreadOf(
        reply.rows, [](const RowRecord& row) { return row.sigma; }, twoKeys);
    summary.largestWeight = spreadOf(
        reply.rows, [](const RowRecord& row) { return row.largestWeight; }, all);
    summary.censored = censoredShare(reply.rows);
    summary.curve = summariseCurve(reply.curve, summary.audit.valid);
    return summary;
}

}
