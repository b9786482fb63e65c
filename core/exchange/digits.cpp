// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/digits.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

namespace core {

namespace {

/// Significant digits that no double exceeds (4.9e-324 and its neighbours have up to 767).
constexpr int exactPrecision = 766;

Digits parsed(const char* first, const char* last)
{
    const char* mark = std::find(first, last, 'e');
    Digits result;
    for (const char* c = first; c != mark; ++c)
        if (*c != '.')
            result.digits += *c;
    result.digits.erase(result.digits.find_last_not_of('0') + 1);
    const char* number = mark + 1;
    if (*number == '+')
        ++number;
    std::from_chars(number, last, result.exponent);
    if (result.digits.empty())
        result.exponent = 0;
    return result;
}

}

Digits exactDigits(double magnitude)
{
    std::array<char, 800> buffer;
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), magnitude, std::chars_format::scientific, exactPrecision);
    assert(end.ec == std::errc());
    return parsed(buffer.data(), end.ptr);
}

Digits shortestDigits(double magnitude)
{
    std::array<char, 40> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, std::chars_format::scientific);
    return parsed(buffer.data(), end.ptr);
}

Digits cut(const Digits& exact, std::size_t count)
{
    Digits result = exact;
    if (result.digits.size() > count)
        result.digits.resize(count);
    result.digits.erase(result.digits.find_last_not_of('0') + 1);
    return result;
}

Digits raised(const Digits& exact, std::size_t count)
{
    if (exact.digits.size() <= count)
        return exact;
    Digits result = exact;
    result.digits.resize(count);
    while (!result.digits.empty() && result.digits.back() == '9')
        result.digits.pop_back();
    if (result.digits.empty())
        return {"1", exact.exponent + 1};
    ++result.digits.back();
    return result;
}

Digits nearestDigits(double magnitude, int count)
{
    std::array<char, 800> buffer;
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), magnitude, std::chars_format::scientific, count - 1);
    return parsed(buffer.data(), end.ptr);
}

}
