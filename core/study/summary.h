// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "compute/reply.h"
#include "compute/request.h"

namespace core {

struct RowAudit
{
    std::size_t total = 0;
    std::size_t valid = 0;
    std::size_t masked = 0;
    std::size_t undefined = 0;
    std::size_t zero = 0;
    std::size_t notNormalised = 0; ///< among the valid ones

    void add(const RowAudit& other);
};

/// k_eps over the valid rows of a head. Quantiles are values that occur; p99 is the smallest with at least 99 % at or
/// below it.
struct KEpsSummary
{
    double epsilon = 0;
    double mean = 0;
    std::uint32_t p50 = 0;
    std::uint32_t p99 = 0;
    std::uint32_t max = 0;
};

/// Tail mass of a kept set over the valid rows of a head.
struct TailMassSummary
{
    std::size_t k = 0; ///< 0 for a rule
    Interval mean;
    Interval max;
    double p99 = 0; ///< of upper ends
    std::size_t worstRow = 0;
    std::size_t saturated = 0; ///< rows where everything is kept; they count as 0
    std::size_t empty = 0; ///< rows where nothing is kept; they count as 1
    std::size_t ambiguous = 0; ///< rows where arithmetic in double does not decide what is kept
    double keptMean = 0;
    double density = 0; ///< kept keys over existing keys
    double efficiencyMean = 0; ///< of a rule, over the rows that have one; not proven
};

struct OutputErrorSummary
{
    std::size_t k = 0; ///< 0 for a rule
    std::size_t rows = 0; ///< valid ones that have an output error; without any the numbers below mean nothing
    std::size_t rowsWithout = 0; ///< valid ones whose values are not finite, or that keep nothing
    double mean = 0; ///< of upper ends
    double max = 0;
    double meanRelative = 0;
    std::size_t worstRow = 0;
};

struct Spread
{
    double mean = 0;
    double min = 0;
    double max = 0;
};

struct CurveSummary
{
    std::vector<std::uint32_t> k;
    std::vector<double> meanLower, meanUpper, maxLower, maxUpper;
};

/// What a set of keys for a whole K/V group loses beyond the heads' own sets.
struct SharingSummary
{
    TailMassSummary own;
    double meanCost = 0; ///< upper ends of the tail mass shared less own
    double maxCost = 0;
};

struct HeadSummary
{
    RowAudit audit;
    std::vector<KEpsSummary> kEps;
    std::vector<TailMassSummary> tailMass;
    std::optional<TailMassSummary> rule;
    std::optional<SharingSummary> sharing; ///< where `rule` is of shared sets
    std::vector<OutputErrorSummary> outputError;
    std::optional<OutputErrorSummary> ruleOutputError;
    Spread entropy; ///< nats
    Spread sigma; ///< valid rows with at least 2 keys
    double censored = 0; ///< share of zeros over valid rows
    Spread largestWeight;
    CurveSummary curve;
};

/// Aggregates of a complete reply. `request` is the one that was answered.
HeadSummary summarise(const HeadReply& reply, const StatisticsRequest& request);

/// Aggregates of one kept set over rows, from records in row order.
TailMassSummary summariseTailMass(const std::vector<RowRecord>& rows, const std::vector<KeptRecord>& records);
/// `shared` and `own` are replies to a rule made for the K/V group and for the head alone, on the same rows.
SharingSummary summariseSharing(const HeadReply& shared, const HeadReply& own);
KEpsSummary summariseKEps(const std::vector<RowRecord>& rows, const std::vector<std::uint32_t>& kEps, double epsilon);
RowAudit auditOf(const std::vector<RowRecord>& rows);

}
