// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "files/filepart.h"

namespace core {

/// Why an HDF5 file, or a part of it, is not read.
struct Hdf5Refused
{
    ErrorCode code;
    std::string reason;
};

/// How much may still be looked at in a file. Groups, trees and names may be shared, so that a few bytes describe any
/// number of them; of an honest file no byte is looked at often.
class Hdf5Effort
{
public:
    explicit Hdf5Effort(std::uint64_t fileSize)
        : m_left(fileSize < most / perByte ? least + perByte * fileSize : most)
    {
    }

    void take(std::uint64_t count)
    {
        if (count > m_left)
            throw Hdf5Refused{ErrorCode::TooLarge, "its groups and trees describe far more than it can hold"};
        m_left -= count;
    }

private:
    static constexpr std::uint64_t least = std::uint64_t{1} << 20;
    static constexpr std::uint64_t most = std::uint64_t{1} << 28;
    static constexpr std::uint64_t perByte = 16;

    std::uint64_t m_left;
};

/// Bytes of an HDF5 file from a place on. Every member throws Hdf5Refused beyond their end and beyond the effort.
class Hdf5Bytes
{
public:
    Hdf5Bytes(std::span<const std::byte> bytes, Hdf5Effort& effort)
        : m_bytes(bytes)
        , m_effort(&effort)
    {
    }

    std::size_t size() const { return m_bytes.size(); }
    std::span<const std::byte> span() const { return m_bytes; }
    Hdf5Effort& effort() const { return *m_effort; }

    /// From `at` on, `size` bytes.
    Hdf5Bytes part(std::uint64_t at, std::uint64_t size) const
    {
        m_effort->take(1);
        if (at > m_bytes.size() || size > m_bytes.size() - at)
            throw Hdf5Refused{ErrorCode::Malformed, "an address or a length reaches beyond its end"};
        return {m_bytes.subspan(at, size), *m_effort};
    }
    Hdf5Bytes from(std::uint64_t at) const { return part(at, at > m_bytes.size() ? 1 : m_bytes.size() - at); }
    /// Little-endian number of `width` bytes.
    std::uint64_t number(std::uint64_t at, std::uint64_t width) const { return littleEndian(part(at, width).span()); }
    std::string_view text(std::uint64_t at, std::uint64_t size) const
    {
        const auto bytes = part(at, size).span();
        m_effort->take(size);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    /// Up to a zero byte.
    std::string_view textAt(std::uint64_t at) const
    {
        const auto bytes = from(at).span();
        const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0});
        if (end == bytes.end())
            throw Hdf5Refused{ErrorCode::Malformed, "a name does not end"};
        return text(at, static_cast<std::uint64_t>(end - bytes.begin()));
    }
    void expect(std::string_view signature, const char* what) const
    {
        if (text(0, signature.size()) != signature)
            throw Hdf5Refused{ErrorCode::Malformed, std::string("there is no ") + what + " where one should be"};
    }

private:
    std::span<const std::byte> m_bytes;
    Hdf5Effort* m_effort;
};

/// What the format writes where there is no address.
inline constexpr std::uint64_t hdf5NoAddress = ~std::uint64_t{0};

}
