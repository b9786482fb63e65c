// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/numbervalidator.h"

#include "theme/numbertext.h"
#include "views/numbertext.h"

#include <algorithm>
#include <cmath>

namespace app {

NumberValidator::NumberValidator(QObject* parent)
    : QDoubleValidator(parent)
{
}

void NumberValidator::setScale(const LogScale& scale)
{
    m_scale = scale;
    setRange(scale.minimum, scale.maximum);
}

void NumberValidator::setFallback(const QString& text)
{
    m_fallback = text;
}

std::optional<double> NumberValidator::written(const QString& text) const
{
    const double number = render::valueOf(text);
    if (!std::isfinite(number))
        return std::nullopt;
    if (m_scale.grid == LogScale::Grid::Whole && number != std::round(number))
        return std::nullopt;
    return number;
}

std::optional<double> NumberValidator::numberOf(const QString& text) const
{
    auto number = written(text);
    if (number)
        number = std::clamp(*number, m_scale.minimum, m_scale.maximum);
    return number;
}

QValidator::State NumberValidator::validate(QString& text, int&) const
{
    static const QString allowed = QStringLiteral("0123456789.+-−eE%/·⁻⁰¹²³⁴⁵⁶⁷⁸⁹  \u202f");
    for (const QChar character : text) {
        if (!allowed.contains(character))
            return Invalid;
    }
    const auto number = written(text);
    return number && *number >= m_scale.minimum && *number <= m_scale.maximum ? Acceptable : Intermediate;
}

void NumberValidator::fixup(QString& text) const
{
    const auto number = numberOf(text);
    if (!number)
        text = m_fallback;
    else
        text = m_scale.grid == LogScale::Grid::Whole ? QString::number(*number, 'f', 0) : settingText(*number);
}

}
