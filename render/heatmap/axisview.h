// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace render {

/// The part of one axis of a head that is on screen, and where: cells [first, first + count) lie over `pixels` from
/// `origin`. Rows of map and tau strip share one.
struct AxisView
{
    double first = 0;
    double count = 1;
    double origin = 0; ///< px in the widget
    double pixels = 1;

    double cellPixels() const { return pixels / count; }
    double pixelOf(double cell) const { return origin + (cell - first) * cellPixels(); }
    double cellAt(double pixel) const { return first + (pixel - origin) / cellPixels(); }
    double last() const { return first + count; }
    friend bool operator==(const AxisView&, const AxisView&) = default;
};

}
