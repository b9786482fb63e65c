// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace core {

/// Bytes that stay where they are while someone holds them.
class Bytes
{
public:
    virtual ~Bytes() = default;
    virtual std::span<const std::byte> span() const = 0;
    /// False once what lies behind the bytes shrank or was written to: what was read since may be zeros, so no answer that
    /// rests on it may be published.
    virtual bool intact() const = 0;
};

/// Bytes of its own, such as an inflated member. Always intact.
class OwnedBytes : public Bytes
{
public:
    explicit OwnedBytes(std::vector<std::byte> bytes)
        : m_bytes(std::move(bytes))
    {
    }
    std::span<const std::byte> span() const override { return m_bytes; }
    bool intact() const override { return true; }

private:
    std::vector<std::byte> m_bytes;
};

}
