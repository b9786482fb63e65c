// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/indices.h"
#include "truncation/decodedmatrix.h"

namespace core {

/// What is kept of the keys of one block (theory 11.1, soundness 12). Where a key is not finite, `radius`,
/// `largestNorm` and `variance` are infinite or NaN, which bounds nothing.
struct KeyBlock
{
    KeyRange range; ///< positions; only keys that exist for some row are summed up
    std::size_t count = 0; ///< of those keys
    std::vector<double> least; ///< by dimension, exact
    std::vector<double> most;
    std::vector<float> centre; ///< c^: the mean, rounded
    double centreError = 0; ///< upper end of || c^ - mean ||
    double radius = 0; ///< upper end of the largest || k - c^ ||
    double largestNorm = 0; ///< upper end of the largest || k ||
    double variance = 0; ///< upper end of the largest eigenvalue of the covariance
};

/// Blocks of `length` consecutive positions. `keys` is ByRow; `exists`: 0 for a padded key, empty: all exist.
std::vector<KeyBlock> keyBlocks(const DecodedMatrix& keys, std::span<const std::uint8_t> exists, std::size_t length);

}
