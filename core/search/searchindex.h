// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "capture/rowbatch.h"
#include "search/keyblock.h"
#include "search/keycodes.h"
#include "search/keyprefix.h"
#include "search/method.h"

namespace core {

/// What is prepared once of a head's keys, for the methods that are wanted.
struct SearchIndex
{
    std::size_t keyCount = 0;
    std::size_t dimensions = 0;
    std::size_t keyBytes = 0; ///< of one stored key
    std::vector<KeyBlock> blocks;
    std::optional<KeyCodes> codes;
    std::optional<KeyPrefix> prefix;
};

/// `blockLength` keys a block, at least 1. `exists`: 0 for a padded key, empty: all exist.
SearchIndex searchIndex(const StoredMatrix& keys, std::span<const std::uint8_t> exists, std::size_t blockLength,
    std::span<const SearchMethod> methods);

/// Bytes of one block's summary that a method reads: coordinates of the box in the dump's format, of the centre in
/// float, lengths and variances in double.
std::size_t summaryBytes(const SearchIndex& index, SearchMethod method);

/// Bytes of codes or components that a method reads for `count` keys, with what all keys share.
std::size_t passBytes(const SearchIndex& index, SearchMethod method, std::size_t count);

}
