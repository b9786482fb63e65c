// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bounds/certificate.h"
#include "session/headnumbers.h"
#include "study/certify.h"
#include "study/rowdetail.h"

namespace app {

/// What is known at present about the claim "no row of this scope loses epsilon or more".
struct ScopeAnswer
{
    std::optional<core::Verdict> verdict; ///< absent: being computed, or there is nothing to claim
    core::Interval value{0, 1}; ///< contains the largest tail mass of the scope
    bool exact = false; ///< computed at this very rule; else bracketed between two k, which is proven too
    std::size_t headsKnown = 0;
    std::size_t headsTotal = 0;
    std::optional<core::RowName> worst; ///< the row of the largest upper end; of a k nearby where not exact
    std::optional<std::size_t> rowsHolding; ///< rows whose own tail mass is below epsilon
    std::size_t saturated = 0; ///< rows that keep all their keys; known where exact
    core::RowAudit audit; ///< of the known heads
};

/// One head's part in a wider scope.
struct ScopePart
{
    const core::HeadInfo* head = nullptr;
    const HeadNumbers* numbers = nullptr; ///< null: not studied yet
    const core::HeadResult* study = nullptr; ///< with `numbers`
};

/// Not certified as soon as one head's lower end is above epsilon; certified only when all heads are known.
ScopeAnswer answerOf(const std::vector<ScopePart>& parts, double epsilon);
ScopeAnswer answerOf(const core::HeadInfo& head, const ExactNumbers& numbers, const core::RowAudit& audit);
/// A row without numbers has no verdict; `truncation` is null there, and while the rule is being prepared.
ScopeAnswer answerOf(
    const core::HeadInfo& head, const core::RowDetail& detail, const core::RowTruncation* truncation, double epsilon);

}
