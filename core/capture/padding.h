// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/draft.h"

namespace core {

/// Which keys exist, from a tensor [items, keys] or [keys] of 0 and 1.
struct PaddingMask
{
    using Keys = std::shared_ptr<const std::vector<std::uint8_t>>;

    std::string name;
    std::string group; ///< by its name; empty: any
    std::uint64_t keyCount = 0;
    std::vector<Keys> items; ///< one for all items, or one per item; null where all keys exist
    std::vector<std::uint64_t> padded; ///< padded keys per entry of `items`

    bool fits(const std::string& headGroup, std::uint64_t itemCount, std::uint64_t keys) const;
    Keys of(std::uint64_t item) const { return items[items.size() == 1 ? 0 : static_cast<std::size_t>(item)]; }
};

/// Reads the tensors whose names say mask, or the one that a hint names. Those that are no key masks get a reading that
/// says why. Error: BadRequest when the hint names no tensor or one that is no key mask.
Result<std::vector<PaddingMask>> readMasks(Draft& draft);

}
