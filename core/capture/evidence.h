// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "capture/axes.h"
#include "capture/names.h"
#include "capture/rowbatch.h"
#include "files/tensor.h"

namespace core {

/// What a few rows of a tensor show: rows along one axis of a few heads, spread over the tensor.
struct RowEvidence
{
    std::size_t sampled = 0;
    std::size_t informative = 0; ///< neither all NaN nor all zero nor fully masked
    std::size_t normalised = 0; ///< informative, in [0, 1] and sum 1 within `tolerance`
    std::size_t masked = 0; ///< hold -inf or the lowest finite number of the format
    double smallest = 0; ///< of finite values that are no mask fill; of informative rows
    double largest = 0;
    double largestSum = 0; ///< of informative rows
    double tolerance = 0; ///< of a row sum: rounding of each weight and of the writer's own sum

    bool isUnitRange() const { return masked == 0 && smallest >= 0 && largest <= 1 + tolerance; }
};

/// Samples at most some hundred thousand numbers. `tensor` is floating and has no empty axis.
RowEvidence sampleRows(const Tensor& tensor, std::size_t rowAxis, std::size_t columnAxis);

/// Probabilities or scores, and why.
struct KindVerdict
{
    std::optional<Source> kind; ///< Probabilities or Scores; nothing when it stays open
    std::string reason;
};

/// Tells by the values; the name decides only where they do not.
KindVerdict judgeKind(const RowEvidence& evidence, NameRole name);

/// What a few rows of rows x keys show above the diagonal that ends in the last row and the last key.
struct CausalEvidence
{
    std::size_t rows = 0; ///< sampled rows that have keys above the diagonal and are not undefined
    std::size_t leaking = 0; ///< of these, with weight above it
    std::size_t uniform = 0; ///< of these, with the same number on every key, as rows without any key are written
    std::size_t pastOwn = 0; ///< of `rows`, with weight on a key that comes after the row's own number
    std::size_t reach =
        0; ///< of all sampled rows: most keys back from the diagonal, its own included, that have weight
    std::size_t worstRow = 0; ///< the row with the largest leak
    double worstLeak = 0; ///< its mass above the diagonal; for scores 0
};

CausalEvidence sampleCausality(const Tensor& tensor, const AxisMap& axes, Source measure);

/// What a few rows show before the last `window` keys up to that diagonal.
struct WindowEvidence
{
    std::size_t leaking = 0; ///< sampled rows with weight there
    std::size_t worstRow = 0; ///< the row with the largest leak
    double worstLeak = 0; ///< its mass there; for scores 0
};

WindowEvidence sampleWindow(const Tensor& tensor, const AxisMap& axes, Source measure, std::uint64_t window);

}
