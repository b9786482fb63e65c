// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace core {

/// Decimals of finite doubles, laid out as JSON and CSV take them: "0.001", "1e-05", "64".

/// The fewest digits that give the same double again.
std::string decimalText(double x);
/// Few digits that give the same double again and, as an exact decimal, are not above x (numberDown) or not below it
/// (numberUp): the ends of an interval.
std::string numberDown(double x);
std::string numberUp(double x);
/// As numberDown and numberUp, with at most `digits` significant digits, for people; "inf", "-inf" or "nan" where there is no number.
std::string roundedDown(double x, int digits);
std::string roundedUp(double x, int digits);
/// Nearest decimal of at most `digits` significant digits, for people; the same words.
std::string roundedText(double x, int digits);

}
