// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/numbertext.h"

#include <cmath>
#include <string>

#include <QCoreApplication>

#include "exchange/digits.h"

namespace app {

namespace {

using core::Digits;

constexpr QChar minusSign(0x2212);
constexpr QChar thinSpace(0x202f);
constexpr int largestPlainExponent = 4;
constexpr int smallestPlainExponent = -4;
constexpr double leastComplement =
    1e-12; ///< nearer to 1 than this, a share kept is written as if it were this far away

/// Rounds the magnitude; `away` means away from zero.
enum class Cut { Toward, Away, Nearest };

/// With exactly `count` digits.
Digits cutTo(const Digits& exact, std::size_t count, Cut cut)
{
    const bool upperHalf = exact.digits.size() > count && exact.digits[count] >= '5';
    const bool away = cut == Cut::Away || (cut == Cut::Nearest && upperHalf);
    Digits result = away ? core::raised(exact, count) : core::cut(exact, count);
    result.digits.append(count - result.digits.size(), '0');
    return result;
}

QString superscript(int number)
{
    static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = number < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(number)))
        text += raised.at(digit.digitValue());
    return text;
}

QString grouped(const QString& whole)
{
    QString text = whole;
    for (auto at = whole.size() - 3; at > 0; at -= 3)
        text.insert(at, thinSpace);
    return text;
}

QString plain(const Digits& decimal)
{
    const QString digits = QString::fromStdString(decimal.digits);
    if (decimal.exponent < 0)
        return QStringLiteral("0.") + QString(-decimal.exponent - 1, QLatin1Char('0')) + digits;
    const auto whole = decimal.exponent + 1;
    if (digits.size() <= whole)
        return grouped(digits + QString(whole - digits.size(), QLatin1Char('0')));
    return grouped(digits.left(whole)) + QLatin1Char('.') + digits.mid(whole);
}

QString written(const Digits& decimal)
{
    if (decimal.exponent >= smallestPlainExponent && decimal.exponent <= largestPlainExponent)
        return plain(decimal);
    QString mantissa = QString::fromStdString(decimal.digits);
    if (mantissa.size() > 1)
        mantissa.insert(1, QLatin1Char('.'));
    return mantissa + QStringLiteral("·10") + superscript(decimal.exponent);
}

QString fixed(double number, int decimals)
{
    QString text = QString::number(std::abs(number), 'f', decimals);
    const auto point = text.indexOf(QLatin1Char('.'));
    const auto whole = point < 0 ? text.size() : point;
    text = grouped(text.left(whole)) + text.mid(whole);
    return number < 0 ? minusSign + text : text;
}

/// 1 - x for 0 <= x <= 1 as a decimal with enough places to show that it is not 1, x rounded as said.
QString complementText(const Digits& x, Cut cut, int leastPlaces)
{
    const int places = std::max(leastPlaces, 1 - x.exponent);
    const int count = x.exponent + 1 + places;
    const Digits rounded = cutTo(x, static_cast<std::size_t>(std::max(count, 1)), cut);
    std::string units(static_cast<std::size_t>(places), '0');
    for (std::size_t i = 0; i < rounded.digits.size(); ++i) {
        const auto at = static_cast<long>(i) - rounded.exponent - 1;
        if (at < 0)
            return QStringLiteral("0");
        if (at < places)
            units[static_cast<std::size_t>(at)] = rounded.digits[i];
    }
    int borrow = 0;
    for (auto digit = units.rbegin(); digit != units.rend(); ++digit) {
        const int taken = *digit - '0' + borrow;
        *digit = static_cast<char>('0' + (10 - taken) % 10);
        borrow = taken > 0 ? 1 : 0;
    }
    return (borrow ? QStringLiteral("0.") : QStringLiteral("1.")) + QString::fromStdString(units);
}

QString withoutTrailingZeros(QString text)
{
    while (text.contains(QLatin1Char('.')) && (text.endsWith(QLatin1Char('0')) || text.endsWith(QLatin1Char('.')))) {
        const bool point = text.endsWith(QLatin1Char('.'));
        text.chop(1);
        if (point)
            break;
    }
    return text;
}

QString notFinite(double number)
{
    if (std::isnan(number))
        return QStringLiteral("NaN");
    return number < 0 ? minusSign + QStringLiteral("∞") : QStringLiteral("∞");
}

}

QString decimalText(double number, int digits, Rounding rounding)
{
    if (!std::isfinite(number))
        return notFinite(number);
    if (number == 0)
        return QStringLiteral("0");
    Cut cut = Cut::Nearest;
    if (rounding != Rounding::Nearest)
        cut = (rounding == Rounding::Up) == (number > 0) ? Cut::Away : Cut::Toward;
    const Digits decimal = cutTo(core::exactDigits(std::abs(number)), static_cast<std::size_t>(digits), cut);
    return number < 0 ? minusSign + written(decimal) : written(decimal);
}

QString provenDigitsText(const core::Interval& value)
{
    constexpr int mostDigits = 15;
    if (value.lower == value.upper && value.lower == 0)
        return QStringLiteral("0");
    for (int digits = mostDigits; digits > 0; --digits) {
        QString text = decimalText(value.lower, digits, Rounding::Down);
        if (text != decimalText(value.upper, digits, Rounding::Down))
            continue;
        const auto power = text.indexOf(QStringLiteral("·"));
        return text.insert(power < 0 ? text.size() : power, QStringLiteral("…"));
    }
    return QCoreApplication::translate("app::Numbers", "none");
}

QString lowerText(double lower)
{
    return decimalText(lower, 4, Rounding::Down);
}

QString upperText(double upper)
{
    return decimalText(upper, 4, Rounding::Up);
}

int digitsBeside(const core::Interval& value, double epsilon)
{
    const double end = value.upper < epsilon ? value.upper : value.lower;
    if (!(end > 0) || value.contains(epsilon))
        return 4;
    double unit = std::pow(10, std::floor(std::log10(end)) - 3);
    int digits = 4;
    while (digits < 17 && (end < epsilon ? end + unit >= epsilon : end - unit <= epsilon)) {
        unit /= 10;
        ++digits;
    }
    return digits;
}

QString intervalText(const core::Interval& value)
{
    return intervalText(value, 4);
}

QString intervalText(const core::Interval& value, int digits)
{
    const QString lower = decimalText(value.lower, digits, Rounding::Down);
    const QString upper = decimalText(value.upper, digits, Rounding::Up);
    if (lower == upper)
        return lower;
    return QLatin1Char('[') + lower + QStringLiteral(", ") + upper + QLatin1Char(']');
}

QString atMostText(double upper)
{
    return QStringLiteral("≤ ") + upperText(upper);
}

QString atLeastText(double lower)
{
    return QStringLiteral("≥ ") + lowerText(lower);
}

QString boundText(const core::Bound& bound)
{
    return QStringLiteral("≤ ") + decimalText(bound.upper, 3, Rounding::Up);
}

QString widthText(double width)
{
    return decimalText(width, 2, Rounding::Up);
}

QString factorText(double factor)
{
    if (!std::isfinite(factor))
        return notFinite(factor);
    return fixed(factor, factor < 99.95 ? 1 : 0) + QStringLiteral("×");
}

QString estimateText(const core::Estimate& estimate)
{
    return std::isfinite(estimate.value) ? fixed(estimate.value, 1) : notFinite(estimate.value);
}

QString meanText(double mean)
{
    return std::isfinite(mean) ? fixed(mean, 1) : notFinite(mean);
}

QString countText(std::size_t count)
{
    return grouped(QString::number(count));
}

QString sizeText(std::size_t bytes)
{
    const auto size = static_cast<double>(bytes);
    if (bytes < 1000)
        return QStringLiteral("%1 B").arg(bytes);
    if (size < 99'950)
        return fixed(size / 1e3, 1) + QStringLiteral(" kB");
    if (size < 999.95e6)
        return fixed(size / 1e6, 1) + QStringLiteral(" MB");
    return fixed(size / 1e9, 1) + QStringLiteral(" GB");
}

QString percentText(double share)
{
    return decimalText(100 * share, 3, Rounding::Nearest) + QStringLiteral(" %");
}

QString settingText(double number)
{
    if (!std::isfinite(number))
        return notFinite(number);
    if (number == 0)
        return QStringLiteral("0");
    const QString text = written(core::shortestDigits(std::abs(number)));
    return number < 0 ? minusSign + text : text;
}

QString cellText(double number)
{
    if (!std::isfinite(number))
        return notFinite(number);
    const double magnitude = std::abs(number);
    QString text = QString::number(magnitude, 'f', magnitude < 0.995 ? 2 : (magnitude < 9.95 ? 1 : 0));
    if (text.startsWith(QStringLiteral("0.")))
        text.remove(0, 1);
    return number < 0 ? minusSign + text : text;
}

QString keptShareText(double epsilon)
{
    if (epsilon <= 0)
        return QStringLiteral("1");
    if (epsilon >= 1)
        return QStringLiteral("0");
    return withoutTrailingZeros(complementText(core::shortestDigits(epsilon), Cut::Away, 2));
}

QString coverageAtLeastText(double tailUpper)
{
    if (tailUpper <= 0)
        return QStringLiteral("p = 1");
    if (tailUpper >= 1)
        return QStringLiteral("p ≥ 0");
    const QString share = complementText(core::exactDigits(std::max(tailUpper, leastComplement)), Cut::Away, 4);
    return QStringLiteral("p ≥ ") + share;
}

QString coverageAtMostText(double tailLower)
{
    if (tailLower >= 1)
        return QStringLiteral("p = 0");
    if (tailLower < leastComplement)
        return QStringLiteral("p ≤ 1");
    const QString share = complementText(core::exactDigits(tailLower), Cut::Toward, 4);
    return QStringLiteral("p ≤ ") + share;
}

}
