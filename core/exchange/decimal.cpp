// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/decimal.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace core {

namespace {

/// 0.d1 d2 d3 ... x 10^(exponent + 1), without zeros at either end; zero has no digits.
struct Digits
{
    std::string digits;
    int exponent = 0;
};

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

/// The first `count` digits, towards zero.
Digits cut(const Digits& exact, std::size_t count)
{
    Digits result = exact;
    if (result.digits.size() > count)
        result.digits.resize(count);
    result.digits.erase(result.digits.find_last_not_of('0') + 1);
    return result;
}

/// The first `count` digits, away from zero.
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

std::string scientific(const Digits& number)
{
    std::string text = number.digits.substr(0, 1);
    if (number.digits.size() > 1)
        text.append(".").append(number.digits, 1);
    text += number.exponent < 0 ? "e-" : "e+";
    const std::string power = std::to_string(std::abs(number.exponent));
    return text.append(power.size() < 2 ? 1 : 0, '0').append(power);
}

std::string plain(const Digits& number)
{
    std::string text;
    if (number.exponent < 0)
        return text.append("0.").append(static_cast<std::size_t>(-number.exponent - 1), '0').append(number.digits);
    const auto whole = static_cast<std::size_t>(number.exponent) + 1;
    text.append(number.digits, 0, whole);
    if (number.digits.size() <= whole)
        return text.append(whole - number.digits.size(), '0');
    return text.append(".").append(number.digits, whole);
}

/// Plain for exponents -4 to 15, as most languages print doubles; else "1.5e-07".
std::string layout(bool negative, const Digits& number)
{
    if (number.digits.empty())
        return "0";
    const bool isPlain = number.exponent >= -4 && number.exponent <= 15;
    std::string text(negative ? 1 : 0, '-');
    return text.append(isPlain ? plain(number) : scientific(number));
}

bool gives(const Digits& number, double magnitude)
{
    const std::string text = layout(false, number);
    double back = -1;
    std::from_chars(text.data(), text.data() + text.size(), back);
    return back == magnitude;
}

using Cut = Digits (*)(const Digits& exact, std::size_t count);

std::string outward(double x, Cut direction)
{
    assert(std::isfinite(x));
    const double magnitude = std::abs(x);
    const Digits exact = exactDigits(magnitude);
    const auto most = exact.digits.size();
    std::size_t count = std::min(most, shortestDigits(magnitude).digits.size());
    while (count < most && !gives(direction(exact, count), magnitude))
        ++count;
    return layout(std::signbit(x), direction(exact, count));
}

}

std::string decimalText(double x)
{
    assert(std::isfinite(x));
    return layout(std::signbit(x), shortestDigits(std::abs(x)));
}

std::string numberDown(double x)
{
    return outward(x, std::signbit(x) ? raised : cut);
}

std::string numberUp(double x)
{
    return outward(x, std::signbit(x) ? cut : raised);
}

std::string roundedDown(double x, int digits)
{
    const auto direction = std::signbit(x) ? raised : cut;
    return layout(std::signbit(x), direction(exactDigits(std::abs(x)), static_cast<std::size_t>(digits)));
}

std::string roundedUp(double x, int digits)
{
    const auto direction = std::signbit(x) ? cut : raised;
    return layout(std::signbit(x), direction(exactDigits(std::abs(x)), static_cast<std::size_t>(digits)));
}

std::string roundedText(double x, int digits)
{
    assert(std::isfinite(x) && digits >= 1);
    std::array<char, 800> buffer;
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), std::abs(x), std::chars_format::scientific, digits - 1);
    return layout(std::signbit(x), parsed(buffer.data(), end.ptr));
}

}
