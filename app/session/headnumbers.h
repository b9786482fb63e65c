// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "compute/reply.h"
#include "session/parameters.h"
#include "study/study.h"

namespace app {

/// What the head study asks for: enough to bracket any k and epsilon later without going back to the rows. Curves of
/// single rows are kept for all heads, so dumps of many rows get a coarser grid for them; exact numbers are not touched
/// by that.
core::StatisticsRequest gridRequest(const std::vector<core::HeadInfo>& heads);

/// Numbers of one head at exactly this rule and this epsilon.
struct ExactNumbers
{
    core::Rule rule = core::TopK{};
    double epsilon = 0;
    core::TailMassSummary tailMass;
    core::KEpsSummary kEps;
    double kEpsShare = 0; ///< mean over rows of k_eps over the row's keys
    std::vector<std::uint32_t> rowKEps; ///< one per row; 0 for rows without numbers
    std::size_t rowsHolding = 0; ///< valid rows whose upper end is below epsilon
};

ExactNumbers exactNumbers(const std::vector<core::RowRecord>& rows, const std::vector<core::KeptRecord>& records,
    const std::vector<std::uint32_t>& kEps, const core::Rule& rule, double epsilon);

/// The same from a reply to a request with this rule and epsilons = {epsilon}.
ExactNumbers exactNumbers(const core::HeadReply& reply, const core::Rule& rule, double epsilon);

/// What is known of one head at present: brackets from its curves, or exact numbers.
struct HeadNumbers
{
    core::Interval maximum{0, 1}; ///< contains the largest tail mass of a row
    core::Interval mean{0, 1};
    std::size_t worstRow = 0;
    std::optional<std::size_t> rowsHolding; ///< valid rows below epsilon
    core::KEpsSummary kEps; ///< never too small; exact when `kEpsExact`
    double kEpsShare = 0;
    bool tailMassKnown = false; ///< top-k is bracketed by the curves; other rules have to be computed
    bool tailMassExact = false; ///< computed at this very rule, not bracketed between two k
    bool kEpsExact = false;
};

/// Brackets of the tail mass from a head's answer to gridRequest(), or `exact` where that is for this rule.
void placeTailMass(HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact,
    const core::Rule& rule);
/// k_eps that is never too small from a head's answer to gridRequest(), or `exact` where that is for this epsilon.
void placeKEps(
    HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact, double epsilon);
/// Counts the rows that hold: of a rule that was computed, and of any k where every row's k_eps is known, from which on
/// it holds.
void placeRowsHolding(HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact,
    const core::Rule& rule, double epsilon);

}
