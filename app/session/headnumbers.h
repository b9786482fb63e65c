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

/// Numbers of one head at exactly this k and this epsilon.
struct ExactNumbers
{
    std::size_t k = 0;
    double epsilon = 0;
    core::TailMassSummary tailMass;
    core::KEpsSummary kEps;
    double kEpsShare = 0; ///< mean over rows of k_eps over the row's keys
    std::vector<std::uint32_t> rowKEps; ///< one per row; 0 for rows without numbers
    std::size_t rowsHolding = 0; ///< valid rows whose upper end at k is below epsilon
};

ExactNumbers exactNumbers(const std::vector<core::RowRecord>& rows, const std::vector<core::KeptRecord>& records,
    const std::vector<std::uint32_t>& kEps, std::size_t k, double epsilon);

/// The same from a reply to a request with ks = {k} and epsilons = {epsilon}.
ExactNumbers exactNumbers(const core::HeadReply& reply, std::size_t k, double epsilon);

/// What is known of one head at present: brackets from its curves, or exact numbers.
struct HeadNumbers
{
    core::Interval maximum{0, 1}; ///< contains the largest tail mass of a row at k
    core::Interval mean{0, 1};
    std::size_t worstRow = 0;
    std::optional<std::size_t> rowsHolding; ///< valid rows below epsilon at k; known once every row's k_eps is exact
    core::KEpsSummary kEps; ///< never too small; exact when `kEpsExact`
    double kEpsShare = 0;
    bool tailMassExact = false; ///< computed at this very k, not bracketed between two
    bool kEpsExact = false;
};

/// Brackets of the tail mass at k from a head's answer to gridRequest(), or `exact` where that is for this k.
void placeTailMass(
    HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact, std::size_t k);
/// k_eps that is never too small from a head's answer to gridRequest(), or `exact` where that is for this epsilon.
void placeKEps(
    HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact, double epsilon);
/// Counts the rows that hold at k, where every row's k_eps is known: a row holds from its k_eps on.
void placeRowsHolding(HeadNumbers& numbers, const core::HeadResult& study, const std::optional<ExactNumbers>& exact,
    const Parameters& parameters);

}
