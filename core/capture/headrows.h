// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "capture/rowbatch.h"

namespace core {

/// Everything that the rows of one head are made of.
struct HeadParts
{
    Source source = Source::Scores;
    StoredMatrix rows; ///< probabilities, scores or Q
    StoredMatrix keys; ///< K, for Source::Factors
    std::optional<StoredMatrix> values;
    double scale = 1; ///< for Source::Factors
    double softCap = 0; ///< for Source::Factors; 0: none
    bool causal = false; ///< the last row sees all keys, each row before it one less
    std::optional<std::uint64_t> window; ///< of these the last ones; with `causal` only
    std::optional<double> sinkScore; ///< as in RowBatch
    std::shared_ptr<const std::vector<std::uint8_t>> existingKeys; ///< 0 = padded; null: all exist
    bool masksQueries = false; ///< queries are the same positions: a padded one sees no key
    std::vector<std::shared_ptr<const Bytes>> guards;
};

/// Keys that a causal row sees. Rows end where keys end: with fewer rows than keys, row 0 sees the keys before it too;
/// with more, the first rows see none.
KeyRange causalKeys(std::size_t row, std::size_t rowCount, std::size_t keyCount);

/// The last `window` keys of a range.
KeyRange lastKeys(KeyRange keys, std::uint64_t window);

/// The rows of one head as they lie in a dump.
std::shared_ptr<const HeadRows> headRows(HeadParts parts);

}
