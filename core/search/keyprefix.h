// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/interval.h"
#include "search/searchquery.h"
#include "truncation/decodedmatrix.h"

namespace core {

/// The leading principal components of each key (theory 11.3). A key is the real vector centre + V y + e: y is stored,
/// of e only its length. V need not be orthogonal: how far it is from that is part of what is stored (soundness 12).
struct KeyPrefix
{
    std::size_t keys = 0;
    std::size_t components = 0; ///< r, half of the dimensions
    std::vector<float> centre; ///< by dimension
    std::vector<float> basis; ///< V, by component, then by dimension
    std::vector<float> coordinates; ///< y, by component, then by key
    std::vector<float> rest; ///< by key: upper end of ||e||; infinite for a key that is not finite
    double largestProjection = 0; ///< upper end of ||V^T e|| over the keys with a finite rest
    double largestCoordinates = 0; ///< upper end of ||y|| over them
};

/// `keys` is ByRow; `exists`: 0 for a padded key, empty: all exist.
KeyPrefix keyPrefix(const DecodedMatrix& keys, std::span<const std::uint8_t> exists);

/// Intervals that contain the scores of keys [0, count).
std::vector<Interval> prefixScores(const SearchQuery& query, const KeyPrefix& prefix, std::size_t count);

}
