// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFontMetrics;

namespace render {

/// "⁻³" for -3.
QString superscript(int exponent);
/// Decades as on an axis: 0.01, 0.1, 1, 10, 100, 1000 in plain digits, else "10⁻³", "10⁴".
QString decadeText(int exponent);
/// A value of an axis or a field: plain decimals from 10⁻⁴ to 10⁵, outside "1.6·10⁻⁵". The minus is U+2212.
QString valueText(double value, int significantDigits);
/// The fewest digits that read back as `value`, 6 at most: "0.01", "0.025".
QString shortestText(double value);
/// Reads "1e-3", "0.1%", "1/8", "1.6·10⁻⁵", "−2". NaN when it is no number.
double valueOf(const QString& text);
/// Thin spaces between thousands: "1 536".
QString countText(qulonglong count);
/// `text` cut in the middle with an ellipsis to at most `width` px.
QString elidedMiddle(const QString& text, const QFontMetrics& metrics, int width);

}
