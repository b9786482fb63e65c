// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/exactsum.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace core {

void ExactSum::add(double x)
{
    assert(x >= 0 && x < 0x1p64);
    const auto bits = std::bit_cast<std::uint64_t>(x) & 0x7fffffffffffffffU;
    const auto biased = bits >> 52U;
    const auto fraction = bits & 0xfffffffffffffU;
    const auto mantissa = biased == 0 ? fraction : fraction | (std::uint64_t {1} << 52U);
    const auto shift = biased == 0 ? 0 : biased - 1;
    std::size_t word = shift / 64;
    const auto offset = shift % 64;
    const std::uint64_t parts[2] = {mantissa << offset, offset == 0 ? 0 : mantissa >> (64 - offset)};
    std::uint64_t carry = 0;
    for (std::size_t i = 0; word < m_words.size() && (i < 2 || carry != 0); ++i, ++word) {
        const std::uint64_t part = i < 2 ? parts[i] : 0;
        const std::uint64_t sum = m_words[word] + part;
        const std::uint64_t total = sum + carry;
        carry = (sum < part ? 1U : 0U) + (total < sum ? 1U : 0U);
        m_words[word] = total;
    }
}

void ExactSum::merge(const ExactSum& other)
{
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        const std::uint64_t sum = m_words[i] + other.m_words[i];
        const std::uint64_t total = sum + carry;
        carry = (sum < other.m_words[i] ? 1U : 0U) + (total < sum ? 1U : 0U);
        m_words[i] = total;
    }
}

ExactSum::Rounded ExactSum::rounded() const
{
    std::size_t top = m_words.size();
    while (top > 0 && m_words[top - 1] == 0)
        --top;
    if (top == 0)
        return {};
    const auto bit = [this](std::size_t i) { return (m_words[i / 64] >> (i % 64)) & 1U; };
    const std::size_t high = (top - 1) * 64 + 63 - static_cast<std::size_t>(std::countl_zero(m_words[top - 1]));
    const std::size_t low = high >= 52 ? high - 52 : 0;
    std::uint64_t mantissa = 0;
    for (std::size_t i = high + 1; i-- > low;)
        mantissa = mantissa * 2 + bit(i);
    Rounded result;
    result.down = std::ldexp(static_cast<double>(mantissa), static_cast<int>(low) - 1074);
    for (std::size_t i = 0; i < low && result.exact; ++i)
        result.exact = bit(i) == 0;
    result.upperHalf = low > 0 && bit(low - 1) == 1;
    return result;
}

double ExactSum::roundedDown() const
{
    return rounded().down;
}

double ExactSum::roundedUp() const
{
    const Rounded result = rounded();
    return result.exact ? result.down : std::nextafter(result.down, std::numeric_limits<double>::infinity());
}

double ExactSum::value() const
{
    const Rounded result = rounded();
    return result.upperHalf ? std::nextafter(result.down, std::numeric_limits<double>::infinity()) : result.down;
}

}
