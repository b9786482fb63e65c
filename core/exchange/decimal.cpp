// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/decimal.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "exchange/digits.h"

namespace core {

namespace {

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

std::string wordFor(double notFinite)
{
    if (std::isnan(notFinite))
        return "nan";
    return notFinite > 0 ? "inf" : "-inf";
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
    if (!std::isfinite(x))
        return wordFor(x);
    const auto direction = std::signbit(x) ? raised : cut;
    return layout(std::signbit(x), direction(exactDigits(std::abs(x)), static_cast<std::size_t>(digits)));
}

std::string roundedUp(double x, int digits)
{
    if (!std::isfinite(x))
        return wordFor(x);
    const auto direction = std::signbit(x) ? cut : raised;
    return layout(std::signbit(x), direction(exactDigits(std::abs(x)), static_cast<std::size_t>(digits)));
}

std::string roundedText(double x, int digits)
{
    assert(digits >= 1);
    if (!std::isfinite(x))
        return wordFor(x);
    return layout(std::signbit(x), nearestDigits(std::abs(x), digits));
}

}
