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
    /// False once what lies behind the bytes shrank or was written to: what was read since may be zeros, so no answer
    /// that rests on it may be published.
    virtual bool intact() const = 0;
};

/// Bytes of its own, such as an inflated member. Intact as long as the file is that they were made of, so that they are
/// never taken for what the file holds now; without one always.
class OwnedBytes : public Bytes
{
public:
    explicit OwnedBytes(std::vector<std::byte> bytes, std::shared_ptr<const Bytes> source = nullptr)
        : m_bytes(std::move(bytes))
        , m_source(std::move(source))
    {
    }
    std::span<const std::byte> span() const override { return m_bytes; }
    bool intact() const override { return !m_source || m_source->intact(); }

private:
    std::vector<std::byte> m_bytes;
    std::shared_ptr<const Bytes> m_source;
};

}
