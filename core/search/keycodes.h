// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/interval.h"
#include "search/searchquery.h"
#include "truncation/decodedmatrix.h"

namespace core {

/// Keys in one byte a dimension. The code of a key stands for the real numbers least + step * code (theory 11.3,
/// soundness 12).
struct KeyCodes
{
    std::size_t keys = 0;
    std::vector<float> least; ///< by dimension
    std::vector<float> step;
    std::vector<float> error; ///< e_c: upper end of the largest |k_c - (least_c + step_c code)|
    std::vector<std::uint8_t> codes; ///< by dimension, then by key
    std::vector<std::uint8_t> coded; ///< 0: the key is not finite, and its code says nothing
};

/// `keys` is ByRow; `exists`: 0 for a padded key, empty: all exist.
KeyCodes keyCodes(const DecodedMatrix& keys, std::span<const std::uint8_t> exists);

/// Intervals that contain the scores of keys [0, count).
std::vector<Interval> codedScores(const SearchQuery& query, const KeyCodes& codes, std::size_t count);

}
