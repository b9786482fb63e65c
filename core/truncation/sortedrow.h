// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/rowbatch.h"
#include "truncation/decodedmatrix.h"

namespace core {

enum class RowState : std::uint8_t {
    Absent, ///< not computed
    Valid,
    Masked, ///< no key exists
    Undefined, ///< NaN or +inf where a score belongs; NaN, infinite or negative where a probability belongs
    Zero, ///< stored probabilities that are all zero
};

/// A virtual key of a row of scores: always kept, never counted and of value 0 (RowBatch::sinkScore).
struct SinkKey
{
    double score = 0;
    double weight = 0; ///< relative to the row's maximum
};

/// One row ready for truncation: its existing keys in falling order of score (ties: lower index first), their weights,
/// and the sums of dropped and kept weights for every k.
struct SortedRow
{
    RowState state = RowState::Absent;
    /// Stored probabilities with an entry above 1, or whose sum over the existing keys is further from 1 than
    /// u_f + n eta_f + 2^-20: rounding of the format (theory 9.4) and what a producer's own fp32 softmax may add.
    bool notNormalised = false;
    std::vector<std::uint32_t> keys; ///< existing keys, falling score
    std::vector<double> scores; ///< same order: the score; for stored probabilities the probability itself
    std::vector<double> weights; ///< same order: exp(score - maximum), or the stored probability
    std::optional<SinkKey> sink;
    double maximum = 0; ///< of the scores, the sink's among them; 0 for stored probabilities
    std::vector<double> tail; ///< [k] = sum of weights[k ...], added from the smallest up; size n + 1
    /// [k] = sum of weights[0 ... k), added from the largest down, without the sink; size n + 1, or thinned.
    std::vector<double> head;
    bool stored = false; ///< weights are stored probabilities: no exp was taken
    FormatPrecision format; ///< of stored probabilities
    double scoreError =
        0; ///< delta: how far a computed score may be from the real one (soundness 8); 0 for stored data
    double spread = 0; ///< D = min(max |score - maximum|, 745.2) over existing keys and the sink

    std::size_t size() const { return keys.size(); }
    /// Terms of the sum of kept weights that no rule chooses: 1 for the sink.
    std::size_t alwaysKept() const { return sink ? 1 : 0; }
    /// Weights of the k largest keys and of the sink.
    double headSum(std::size_t k) const;
    /// Z: weights of all keys, from the smallest up, and of the sink.
    double total() const { return tail[0] + (sink ? sink->weight : 0); }
    /// Keeps a head sum for every block of keys only; the others are added up again when they are asked for.
    void thinHead();
};

/// Prepares row `rowOfBatch` of a batch. `row` is reused: pass the same object for many rows to save allocations.
/// Scores (soundness 3): NaN or +inf make the row Undefined, -inf is no key. Computed scores (soundness 8): any that is
/// not finite makes it Undefined. Probabilities: NaN, negative or infinite make it Undefined. Keys that are not allowed
/// are not looked at. A row that is not Valid has no keys.
void sortRow(const RowBatch& batch, std::size_t rowOfBatch, SortedRow& row);

/// The same for a batch of FactorRows whose keys were decoded ByColumn beforehand: the same bytes, many times faster.
void sortRow(const RowBatch& batch, std::size_t rowOfBatch, const DecodedMatrix& keys, SortedRow& row);

}
