// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/decisions.h"

#include <algorithm>

#include "study/quantile.h"

namespace core {

namespace {

/// An order statistic of values that are each inside an interval lies between that of the lower and that of the upper
/// ends.
Interval p99Of(const UnitRows& unit)
{
    std::vector<double> lower;
    std::vector<double> upper;
    for (std::size_t i = 0; i < unit.rows.size(); ++i) {
        if (unit.rows[i].state != RowState::Valid)
            continue;
        lower.push_back(unit.records[i].tailMass.lower);
        upper.push_back(unit.records[i].tailMass.upper);
    }
    return {quantile(lower, 99), quantile(upper, 99)};
}

std::size_t rowsBelow(const UnitRows& unit, double epsilon)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < unit.rows.size(); ++i) {
        const bool valid = unit.rows[i].state == RowState::Valid;
        count += valid && decide(unit.records[i].tailMass, epsilon) == Verdict::Certified ? 1U : 0U;
    }
    return count;
}

Interval valueOf(const Decision& decision, Statistic statistic)
{
    switch (statistic) {
    case Statistic::Max:
        return decision.max;
    case Statistic::Mean:
        return decision.mean;
    case Statistic::P99:
        return decision.p99;
    }
    return {0, 1};
}

}

void UnitRows::add(const RowName& name, const RowRecord& row)
{
    names.push_back(name);
    records.push_back(row.rule.value_or(KeptRecord{}));
    rows.push_back(row);
}

Decision decideUnit(const UnitRows& unit, const Claim& claim)
{
    Decision decision;
    decision.unit = unit.unit;
    decision.audit = auditOf(unit.rows);
    if (decision.audit.valid == 0) {
        decision.value = decision.max = decision.mean = decision.p99 = {0, 1};
        if (!unit.names.empty())
            decision.worst = unit.names.front();
        return decision;
    }
    const TailMassSummary summary = summariseTailMass(unit.rows, unit.records);
    decision.max = summary.max;
    decision.mean = summary.mean;
    decision.p99 = p99Of(unit);
    decision.value = valueOf(decision, claim.statistic);
    decision.verdict = decide(decision.value, claim.epsilon);
    decision.worst = unit.names[summary.worstRow];
    decision.saturated = summary.saturated;
    decision.empty = summary.empty;
    decision.ambiguous = summary.ambiguous;
    decision.rowsHolding = rowsBelow(unit, claim.epsilon);
    return decision;
}

}
