// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "bounds/certificate.h"
#include "study/rulepreparer.h"
#include "study/study.h"

namespace core {

enum class Scope { Rows, Heads, Layers, Dump };
enum class Statistic { Max, Mean, P99 };
std::string_view nameOf(Scope scope); ///< "rows", "heads", "layers", "dump"
std::string_view nameOf(Statistic statistic); ///< "max", "mean", "p99"

/// What is claimed: under `rule`, kept for each head or for its K/V group, the statistic of the tail mass over each
/// unit of the scope is below epsilon.
struct Claim
{
    Rule rule = TopK{};
    double epsilon = 0;
    Scope scope = Scope::Heads;
    Statistic statistic = Statistic::Max;
    Reading reading = Reading::Stored;
    Precision precision = Precision::Proven;
    RulePreparer::Sharing sharing = RulePreparer::Sharing::None;
};

/// A row, named.
struct RowName
{
    HeadId head;
    std::size_t row = 0;
};

/// The decision for one unit: a row, a head, a layer or the dump.
struct Decision
{
    std::string unit; ///< "L3H3 row 12", "L3H3", "decoder L3", "dump"
    Verdict verdict = Verdict::Undecided;
    Interval value; ///< of the claimed statistic
    Interval max;
    Interval mean;
    Interval p99;
    RowName worst; ///< row of the largest upper end
    std::size_t rowsHolding = 0; ///< rows whose own tail mass is below epsilon
    std::size_t saturated = 0; ///< rows where all keys are kept
    std::size_t empty = 0; ///< rows where none is
    std::size_t ambiguous = 0; ///< rows where arithmetic in double does not decide what is kept
    RowAudit audit;
};

struct Certificate
{
    Claim claim;
    std::vector<HeadInfo> heads;
    std::vector<Decision>
        decisions; ///< one per unit, in order; rows without a number are units only where they were named
    RowAudit audit; ///< of all rows that were looked at
    std::string maskSha256; ///< of the claimed rule's mask; empty without
    Verdict verdict = Verdict::Undecided; ///< certified if all are; not certified if any is not; else undecided
};

/// Decides a claim over heads and, where given, over rows (empty: all rows).
Result<Certificate> certify(const Capture& capture, const std::vector<HeadInfo>& heads,
    const std::vector<std::size_t>& rows, const Claim& claim, Backend& backend, Work& work);

}
