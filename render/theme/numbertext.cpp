// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/numbertext.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QFontMetrics>
#include <QLocale>

namespace render {

namespace {

const QString minusSign = QStringLiteral("−");

QString withMinus(QString text)
{
    return text.replace(QLatin1Char('-'), minusSign);
}

/// "·10⁻⁵" read back as "e-5".
QString withPlainExponent(QString text)
{
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    for (QChar& c : text) {
        if (const auto digit = digits.indexOf(c); digit >= 0)
            c = QLatin1Char(static_cast<char>('0' + digit));
    }
    text.replace(QStringLiteral("⁻"), QStringLiteral("-"));
    text.replace(minusSign, QStringLiteral("-"));
    text.replace(QStringLiteral("·10"), QStringLiteral("e"));
    return text.remove(QChar(0x2009)).remove(QLatin1Char(' '));
}

double plainNumber(const QString& text)
{
    bool ok = false;
    const double value = QLocale::c().toDouble(text, &ok);
    return ok ? value : std::numeric_limits<double>::quiet_NaN();
}

}

QString superscript(int exponent)
{
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString result = exponent < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar c : QString::number(std::abs(exponent)))
        result += digits[c.digitValue()];
    return result;
}

QString decadeText(int exponent)
{
    if (exponent < -2 || exponent > 3)
        return QStringLiteral("10") + superscript(exponent);
    return QString::number(std::pow(10.0, exponent), 'f', std::max(0, -exponent));
}

QString valueText(double value, int significantDigits)
{
    if (value == 0 || !std::isfinite(value))
        return value == 0 ? QStringLiteral("0") : withMinus(QString::number(value));
    const QString rounded = QString::number(value, 'e', significantDigits - 1);
    const auto mark = rounded.indexOf(QLatin1Char('e'));
    const int exponent = rounded.mid(mark + 1).toInt();
    if (exponent < -4 || exponent > 5)
        return withMinus(rounded.left(mark)) + QStringLiteral("·10") + superscript(exponent);
    return withMinus(QString::number(rounded.toDouble(), 'f', std::max(0, significantDigits - 1 - exponent)));
}

QString shortestText(double value)
{
    constexpr int mostDigits = 6;
    for (int digits = 1; digits < mostDigits; ++digits) {
        QString text = valueText(value, digits);
        if (std::abs(valueOf(text) - value) <= 1e-6 * std::abs(value))
            return text;
    }
    return valueText(value, mostDigits);
}

double valueOf(const QString& text)
{
    QString plain = withPlainExponent(text.trimmed());
    double factor = 1;
    if (plain.endsWith(QLatin1Char('%'))) {
        plain.chop(1);
        factor = 0.01;
    }
    const auto slash = plain.indexOf(QLatin1Char('/'));
    if (slash < 0)
        return factor * plainNumber(plain);
    return factor * plainNumber(plain.left(slash)) / plainNumber(plain.mid(slash + 1));
}

QString countText(qulonglong count)
{
    QString text = QString::number(count);
    for (auto place = text.size() - 3; place > 0; place -= 3)
        text.insert(place, QChar(0x2009));
    return text;
}

QString elidedMiddle(const QString& text, const QFontMetrics& metrics, int width)
{
    return metrics.elidedText(text, Qt::ElideMiddle, width);
}

}
