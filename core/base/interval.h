// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace core {

/// Proven to contain the real-number value for the stored data.
struct Interval
{
    double lower = 0;
    double upper = 0;

    bool contains(double x) const { return lower <= x && x <= upper; }
    double width() const { return upper - lower; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Both intervals contain the same value, so their intersection does.
inline Interval intersect(const Interval& a, const Interval& b)
{
    return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}

/// Proven one-sided, from less than the whole row: the value is at most `upper`.
struct Bound
{
    double upper = 0;
};

/// A prediction (score model) or a sample. No proof, and on purpose no conversion to Interval.
struct Estimate
{
    double value = 0;
};

}
