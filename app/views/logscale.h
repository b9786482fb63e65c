// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace app {

/// A logarithmic range of a parameter: where its numbers lie, which numbers may be set, how far one step goes.
struct LogScale
{
    enum class Grid { Whole, ThreeDigits }; ///< what a drag snaps to
    enum class Ticks { Decades, Octaves };

    double minimum = 1; ///< > 0
    double maximum = 1; ///< >= minimum
    Grid grid = Grid::ThreeDigits;
    Ticks ticks = Ticks::Decades;
    double step = 1.122018454301963; ///< factor of one key step; whole numbers move by 1
    double page = 10; ///< factor of one page step

    double shareOf(double number) const; ///< 0 at the minimum, 1 at the maximum
    double numberAt(double share) const; ///< on the grid, within the range
    double snapped(double number) const; ///< nearest number of the grid, within the range
    double stepped(double number, int steps) const;
    double paged(double number, int pages) const;
    double wheeled(
        double number, int notches) const; ///< as steps, but whole numbers move by about an eighth of an octave
    std::vector<double> tickNumbers() const; ///< powers of the base within the range, and both ends

    friend bool operator==(const LogScale&, const LogScale&) = default;
};

/// `number` with so many significant decimal digits.
double roundedToDigits(double number, int digits);

}
