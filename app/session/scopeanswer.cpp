// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/scopeanswer.h"

#include <algorithm>

namespace app {

ScopeAnswer answerOf(const std::vector<ScopePart>& parts, double epsilon)
{
    ScopeAnswer answer;
    answer.headsTotal = parts.size();
    answer.exact = true;
    std::size_t holding = 0;
    bool holdingKnown = true;
    core::Interval known{0, 0};
    for (const auto& part : parts) {
        if (!part.numbers || !part.numbers->tailMassKnown)
            continue;
        ++answer.headsKnown;
        answer.audit.add(part.study->summary.audit);
        answer.exact = answer.exact && part.numbers->tailMassExact;
        holding += part.numbers->rowsHolding.value_or(0);
        holdingKnown = holdingKnown && part.numbers->rowsHolding.has_value();
        if (part.study->summary.audit.valid == 0)
            continue;
        if (!answer.worst || part.numbers->maximum.upper > known.upper)
            answer.worst = core::RowName{part.head->id, part.numbers->worstRow};
        known = {
            std::max(known.lower, part.numbers->maximum.lower), std::max(known.upper, part.numbers->maximum.upper)};
    }
    const bool complete = answer.headsKnown == answer.headsTotal;
    answer.exact = answer.exact && complete;
    if (complete && holdingKnown)
        answer.rowsHolding = holding;
    answer.value = {known.lower, complete ? known.upper : 1.0};
    const auto verdict = core::decide(answer.value, epsilon);
    const bool mayBeRefined = !complete || !answer.exact;
    if (answer.worst && !(verdict == core::Verdict::Undecided && mayBeRefined))
        answer.verdict = verdict;
    return answer;
}

ScopeAnswer answerOf(const core::HeadInfo& head, const ExactNumbers& numbers, const core::RowAudit& audit)
{
    ScopeAnswer answer;
    answer.value = numbers.tailMass.max;
    answer.exact = true;
    answer.headsKnown = answer.headsTotal = 1;
    answer.audit = audit;
    if (audit.valid > 0) {
        answer.verdict = core::decide(answer.value, numbers.epsilon);
        answer.worst = core::RowName{head.id, numbers.tailMass.worstRow};
        answer.rowsHolding = numbers.rowsHolding;
        answer.saturated = numbers.tailMass.saturated;
    }
    return answer;
}

ScopeAnswer answerOf(
    const core::HeadInfo& head, const core::RowDetail& detail, const core::RowTruncation* truncation, double epsilon)
{
    ScopeAnswer answer;
    answer.exact = true;
    answer.headsKnown = answer.headsTotal = 1;
    if (!truncation)
        return answer;
    answer.value = truncation->mass.tau;
    answer.verdict = core::decide(answer.value, epsilon);
    answer.worst = core::RowName{head.id, detail.row};
    answer.saturated = truncation->choice.shown.size() == detail.keys.size() ? 1 : 0;
    return answer;
}

}
