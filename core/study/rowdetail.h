// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/work.h"
#include "bounds/tailmass.h"
#include "capture/capture.h"
#include "compute/reply.h"

namespace core {

/// Everything about one row, for every k from 0 to its number of keys.
struct RowDetail
{
    RowRecord record; ///< without kept records
    std::vector<std::uint32_t> keys; ///< in falling order of score; ties: lower index first
    std::vector<double> probabilities; ///< in the same order
    std::vector<double> scores; ///< in the same order: the score, or ln of the stored probability
    std::vector<TailMass> tailMass; ///< [k], k = 0 ... n
    std::vector<OutputError> outputError; ///< [k]; empty without V or for k = 0
    std::vector<double> radiusBound; ///< [k]: 2 R tau, an upper bound on the output error; empty without V
    std::vector<double> varianceBound; ///< [k]
    double outputNorm = 0; ///< ||o||_2
};

/// Smallest k whose upper end is below epsilon, strictly; the number of keys when none smaller is.
std::size_t kEps(const RowDetail& row, double epsilon);

/// Errors: BadRequest (no such row), FileChanged.
Result<RowDetail> rowDetail(const HeadRows& head, RowIndex row);

}
