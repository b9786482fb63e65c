// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "base/interval.h"

/// How numbers are printed on screen. Ends of intervals round outward: a printed lower end is never above the true one,
/// a printed upper end never below. Point, true minus, U+202F for thousands, powers of ten outside 10^-4 ... 10^5.
namespace app {

enum class Rounding { Down, Up, Nearest };

/// `digits` significant digits (1 ... 17), rounded as said from the exact binary value; trailing zeros stay. 0 prints
/// "0" only when it is 0.
QString decimalText(double number, int digits, Rounding rounding);

QString intervalText(const core::Interval&
        value); ///< "[0.006597, 0.006598]"; a proven point that 4 digits can write prints as one number
QString atMostText(double upper); ///< "≤ 0.006598"
QString atLeastText(double lower); ///< "≥ 0.4313"
/// Digits, 4 or more, that keep an interval apart from epsilon as rounded outward on whichever side it lies; 4 where it
/// holds epsilon.
int digitsBeside(const core::Interval& value, double epsilon);
QString intervalText(const core::Interval& value, int digits);
/// The leading digits that both ends share, at most 15: "0.006597482011…"; "none" when they share none. A point prints
/// whole.
QString provenDigitsText(const core::Interval& value);
QString lowerText(double lower); ///< "0.4313", rounded down
QString upperText(double upper); ///< "0.006598", rounded up
QString boundText(const core::Bound& bound); ///< "≤ 0.0419": 3 digits, rounded up
QString widthText(double width); ///< 2 digits, rounded up
QString factorText(double factor); ///< "6.3×", "136×"
QString estimateText(const core::Estimate& estimate); ///< 1 decimal: "0.8"
QString meanText(double mean); ///< 1 decimal: "98.9"

QString countText(std::size_t count); ///< "61 440"
QString sizeText(std::size_t bytes); ///< "3.9 MB" (10^6 bytes); kB below, GB above
QString percentText(double share); ///< "9.96 %": 3 digits
QString settingText(double number); ///< a number the user set, as short as it can be without loss: "0.01", "5.56"
QString cellText(double number); ///< overview cell, two decimals without the leading zero: ".20", "1.0", "12"

/// The share kept, 1 - epsilon, rounded down: "0.99". Taken from the decimal the user sees, not from its binary
/// neighbour.
QString keptShareText(double epsilon);
QString coverageAtLeastText(double tailUpper); ///< "p ≥ 0.9934": 1 - upper end, rounded down
QString coverageAtMostText(double tailLower); ///< "p ≤ 0.5687": 1 - lower end, rounded up

}
