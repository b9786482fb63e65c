// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "files/bytes.h"

namespace core {

/// What a reader reads: a file, or a member inside one.
struct FilePart
{
    std::shared_ptr<const Bytes> bytes; ///< keeps `span` alive
    std::span<const std::byte> span;
    std::string label; ///< as in messages: "'x.npy'", "'q.npy' in 'x.npz'"

    std::string_view text() const { return {reinterpret_cast<const char*>(span.data()), span.size()}; }

    /// "failed to read LABEL: REASON".
    tl::unexpected<Error> failure(ErrorCode code, const std::string& reason, std::string advice = {}) const
    {
        return core::failure(code, "failed to read " + label + ": " + reason, std::move(advice));
    }
};

/// Unsigned little-endian number in `bytes`.
inline std::uint64_t littleEndian(std::span<const std::byte> bytes)
{
    std::uint64_t number = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        number = number << 8 | std::to_integer<std::uint64_t>(bytes[i]);
    return number;
}

}
