// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "capture/rowbatch.h"

namespace core {

enum class RowState : std::uint8_t {
    Absent, ///< not computed
    Valid,
    Masked, ///< no key exists
    Undefined, ///< NaN or +inf where a score belongs; NaN, infinite or negative where a probability belongs
    Zero, ///< stored probabilities that are all zero
};

/// One row ready for truncation: its existing keys in falling order of score (ties: lower index first), their weights, and the
/// sums of dropped and kept weights for every k.
struct SortedRow
{
    RowState state = RowState::Absent;
    bool notNormalised = false; ///< stored probabilities whose sum is not 1 within their format's tolerance (theory 9.4)
    std::vector<std::uint32_t> keys; ///< existing keys, falling score
    std::vector<double> scores; ///< same order: the score; for stored probabilities the probability itself
    std::vector<double> weights; ///< same order: exp(score - maximum), or the stored probability
    std::vector<double> tail; ///< [k] = sum of weights[k ...], added from the smallest up; size n + 1
    std::vector<double> head; ///< [k] = sum of weights[0 ... k), added from the largest down; size n + 1
    bool stored = false; ///< weights are stored probabilities: no exp was taken
    double scoreError = 0; ///< delta: how far a computed score may be from the real one (soundness 8); 0 for stored data
    double spread = 0; ///< D = min(max |score - maximum|, 745.2) over existing keys

    std::size_t size() const { return keys.size(); }
};

/// Prepares row `rowOfBatch` of a batch. `row` is reused: pass the same object for many rows to save allocations.
void sortRow(const RowBatch& batch, std::size_t rowOfBatch, SortedRow& row);

}
