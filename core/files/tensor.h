// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/bytes.h"
#include "files/element.h"

namespace core {

/// A named array inside a dump, in place. The reader has checked that every element lies inside `bytes`.
struct Tensor
{
    std::string name;
    Element element = Element::F32;
    ByteOrder order = ByteOrder::Little;
    std::vector<std::uint64_t> shape;
    std::vector<std::int64_t> strides; ///< in bytes, one per axis
    std::shared_ptr<const Bytes> bytes; ///< keeps `data` alive and knows whether the file is intact
    const std::byte* data = nullptr; ///< element (0, 0, ...)

    std::uint64_t elementCount() const
    {
        std::uint64_t count = 1;
        for (const auto extent : shape)
            count *= extent;
        return count;
    }
};

}
