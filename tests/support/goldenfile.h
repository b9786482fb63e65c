// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <limits>
#include <vector>

namespace support {

/// The golden file NAME.json; an empty object, which no test passes with, when it cannot be read.
inline QJsonObject goldenFile(const QString& name)
{
    QFile file(QString::fromLatin1(TAILMASS_GOLDEN_DIR "/%1.json").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

/// A number, or the text of one: "inf", "-inf" and "nan" too.
inline double number(const QJsonValue& value)
{
    if (!value.isString())
        return value.toDouble();
    const QString text = value.toString();
    if (text == QLatin1String("inf"))
        return std::numeric_limits<double>::infinity();
    if (text == QLatin1String("-inf"))
        return -std::numeric_limits<double>::infinity();
    if (text == QLatin1String("nan"))
        return std::numeric_limits<double>::quiet_NaN();
    return text.toDouble();
}

inline std::vector<double> numbers(const QJsonValue& list)
{
    std::vector<double> result;
    for (const QJsonValue& value : list.toArray())
        result.push_back(number(value));
    return result;
}

/// Run-length coded: [[value, count], ...].
inline std::vector<double> expanded(const QJsonValue& runs)
{
    std::vector<double> result;
    for (const QJsonValue& run : runs.toArray())
        result.insert(result.end(), static_cast<std::size_t>(run.toArray()[1].toInt()), number(run.toArray()[0]));
    return result;
}

/// A non-negative decimal of any magnitude: long double loses those below 1e-4951, its logarithm does not.
class Decimal
{
public:
    explicit Decimal(const QString& text)
        : m_value(std::strtold(text.toLatin1().constData(), nullptr))
    {
        const QStringList parts = text.split(QLatin1Char('e'));
        m_log10 = std::log10(std::strtold(parts[0].toLatin1().constData(), nullptr));
        if (parts.size() == 2)
            m_log10 += std::strtold(parts[1].toLatin1().constData(), nullptr);
    }

    bool isZero() const { return m_log10 == -std::numeric_limits<long double>::infinity(); }
    /// 0 only where it is less than any long double.
    long double value() const { return m_value; }

    /// x >= this, without losing what is below the range of double.
    bool isAtMost(double x) const
    {
        if (isZero())
            return x >= 0;
        if (m_value >= std::numeric_limits<long double>::min())
            return static_cast<long double>(x) >= m_value;
        return x > 0 && std::log10(static_cast<long double>(x)) >= m_log10;
    }

private:
    long double m_value = 0;
    long double m_log10 = 0;
};

}
