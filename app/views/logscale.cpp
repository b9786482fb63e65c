// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/logscale.h"

#include <algorithm>
#include <cmath>

namespace app {

namespace {

constexpr double wheelFactor = 1.0905077326652577; // an eighth of an octave

}

double roundedToDigits(double number, int digits)
{
    if (!(number > 0))
        return number;
    const int places = digits - 1 - static_cast<int>(std::floor(std::log10(number)));
    const double scale = std::pow(10.0, std::abs(places));
    return places >= 0 ? std::round(number * scale) / scale : std::round(number / scale) * scale;
}

double LogScale::shareOf(double number) const
{
    if (maximum <= minimum)
        return 0;
    return std::log(std::clamp(number, minimum, maximum) / minimum) / std::log(maximum / minimum);
}

double LogScale::numberAt(double share) const
{
    return snapped(minimum * std::pow(maximum / minimum, std::clamp(share, 0.0, 1.0)));
}

double LogScale::snapped(double number) const
{
    const double onGrid = grid == Grid::Whole ? std::round(number) : roundedToDigits(number, 3);
    return std::clamp(onGrid, minimum, maximum);
}

double LogScale::stepped(double number, int steps) const
{
    if (grid == Grid::Whole)
        return snapped(number + steps);
    const double nearest = std::round(std::log(number) / std::log(step));
    return std::clamp(roundedToDigits(std::pow(step, nearest + steps), 2), minimum, maximum);
}

double LogScale::paged(double number, int pages) const
{
    return snapped(number * std::pow(page, pages));
}

double LogScale::wheeled(double number, int notches) const
{
    if (grid != Grid::Whole)
        return stepped(number, notches);
    const double scaled = std::round(number * std::pow(wheelFactor, notches));
    return snapped(notches > 0 ? std::max(scaled, number + notches) : std::min(scaled, number + notches));
}

std::vector<double> LogScale::tickNumbers() const
{
    const double base = ticks == Ticks::Decades ? 10 : 2;
    std::vector<double> numbers{minimum};
    const double slack = 1e-9;
    const auto first = static_cast<int>(std::ceil(std::log(minimum) / std::log(base) + slack));
    const auto last = static_cast<int>(std::ceil(std::log(maximum) / std::log(base) - slack));
    for (int exponent = first; exponent < last; ++exponent)
        numbers.push_back(std::pow(base, exponent));
    if (maximum > minimum)
        numbers.push_back(maximum);
    return numbers;
}

}
