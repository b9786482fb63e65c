// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/largestof.h"

#include <algorithm>
#include <numeric>

namespace core {

namespace {

/// A number with its place; smaller ones are ahead.
struct Standing
{
    double value = 0;
    std::size_t place = 0;

    friend bool operator<(const Standing& a, const Standing& b)
    {
        return a.value > b.value || (a.value == b.value && a.place < b.place);
    }
};

template <typename Pick>
std::vector<Standing> standings(const std::vector<Interval>& values, Pick pick)
{
    std::vector<Standing> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        result[i] = {pick(values[i]), i};
    return result;
}

double lower(const Interval& value)
{
    return value.lower;
}
double upper(const Interval& value)
{
    return value.upper;
}
double middle(const Interval& value)
{
    return value.lower + (value.upper - value.lower) / 2;
}

/// Marks undecided values. Standings by one end are compared with the other end of each value.
void markUndecided(const std::vector<Interval>& values, std::size_t count, std::vector<Membership>& marks)
{
    auto byUpper = standings(values, upper);
    auto byLower = standings(values, lower);
    std::sort(byUpper.begin(), byUpper.end());
    std::sort(byLower.begin(), byLower.end());
    const auto aheadIn = [](const std::vector<Standing>& order, const Standing& standing) {
        return static_cast<std::size_t>(std::lower_bound(order.begin(), order.end(), standing) - order.begin());
    };
    for (std::size_t i = 0; i < values.size(); ++i) {
        // Its own upper end is ahead of its lower one, or the same.
        const std::size_t itself = values[i].upper > values[i].lower ? 1 : 0;
        if (marks[i] == Membership::Kept && aheadIn(byUpper, {values[i].lower, i}) - itself >= count)
            marks[i] = Membership::PerhapsKept;
        else if (marks[i] == Membership::Dropped && aheadIn(byLower, {values[i].upper, i}) < count)
            marks[i] = Membership::PerhapsDropped;
    }
}

}

std::vector<Membership> largestOf(const std::vector<Interval>& values, std::size_t count)
{
    if (count >= values.size())
        return std::vector<Membership>(values.size(), Membership::Kept);
    std::vector<Membership> marks(values.size(), Membership::Dropped);
    if (count == 0)
        return marks;
    auto order = standings(values, middle);
    const auto cut = order.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(order.begin(), cut, order.end());
    Standing last{values[order.front().place].lower, order.front().place};
    for (auto kept = order.begin(); kept != cut; ++kept) {
        marks[kept->place] = Membership::Kept;
        last = std::max(last, Standing{values[kept->place].lower, kept->place});
    }
    const bool decided = std::all_of(cut, order.end(), [&](const Standing& other) {
        return last < Standing{values[other.place].upper, other.place};
    });
    if (!decided)
        markUndecided(values, count, marks);
    return marks;
}

}
