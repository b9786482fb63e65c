// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "files/element.h"

/// Makes small dumps for tests. Nothing here shares code with the readers.
namespace support {

/// The bits of `x` rounded to nearest, ties to even, in a format with infinities (or, for E4M3, with NaN instead of
/// them).
inline std::uint32_t floatBits(double x, int exponentBits, int mantissaBits, bool hasInfinity = true)
{
    const int bias = (1 << (exponentBits - 1)) - 1;
    const std::uint32_t sign = std::signbit(x) ? 1u << (exponentBits + mantissaBits) : 0u;
    const std::uint32_t infinity =
        hasInfinity ? ((1u << exponentBits) - 1u) << mantissaBits : (1u << (exponentBits + mantissaBits)) - 1u;
    if (std::isnan(x))
        return sign | infinity | 1u << (mantissaBits - 1);
    if (std::isinf(x))
        return sign | infinity;
    if (x == 0)
        return sign;
    const int exponent = std::max(std::ilogb(x), 1 - bias);
    const auto scaled = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(std::abs(x), mantissaBits - exponent)));
    // A subnormal has no hidden bit, and a carry out of the mantissa is one more in the exponent: addition does both.
    const std::uint32_t bits = scaled + (static_cast<std::uint32_t>(exponent + bias - 1) << mantissaBits);
    return sign | std::min(bits, infinity);
}

inline std::uint64_t elementBits(double x, core::Element element)
{
    using core::Element;
    switch (element) {
    case Element::F64:
        return std::bit_cast<std::uint64_t>(x);
    case Element::F32:
        return std::bit_cast<std::uint32_t>(static_cast<float>(x));
    case Element::F16:
        return floatBits(x, 5, 10);
    case Element::BF16:
        return floatBits(x, 8, 7);
    case Element::F8E4M3:
        return floatBits(x, 4, 3, false);
    case Element::F8E5M2:
        return floatBits(x, 5, 2);
    case Element::I64:
    case Element::I32:
    case Element::I16:
    case Element::I8:
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
    case Element::U64:
    case Element::U32:
    case Element::U16:
    case Element::U8:
        return static_cast<std::uint64_t>(x);
    case Element::Bool:
        return x != 0 ? 1 : 0;
    }
    return 0;
}

/// `width` bytes of `number`.
inline std::string word(std::uint64_t number, std::size_t width, core::ByteOrder order = core::ByteOrder::Little)
{
    std::string bytes;
    for (std::size_t i = 0; i < width; ++i)
        bytes += static_cast<char>(number >> (8 * (order == core::ByteOrder::Little ? i : width - 1 - i)));
    return bytes;
}

inline std::string encode(
    std::span<const double> numbers, core::Element element, core::ByteOrder order = core::ByteOrder::Little)
{
    std::string bytes;
    for (const double x : numbers)
        bytes += word(elementBits(x, element), core::sizeOf(element), order);
    return bytes;
}

}
