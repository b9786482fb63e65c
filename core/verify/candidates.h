// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "verify/rowmass.h"

namespace core {

/// One of several that the largest are chosen of, with the ends that double arithmetic leaves open.
template <typename Value, typename End>
struct Candidate
{
    Value exact;
    End lowest;
    End highest;
};

/// The `count` largest are kept, of equal ones the first. Perhaps: others may be ahead, or it may be ahead of others.
template <typename Value, typename End>
std::vector<Standing> largestOf(const std::vector<Candidate<Value, End>>& candidates, std::uint64_t count)
{
    const std::size_t size = candidates.size();
    std::vector<Standing> standings(size, Standing::Kept);
    if (size <= count)
        return standings;
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return candidates[b].exact < candidates[a].exact; });
    // An end with its place: the larger pair is ahead.
    using Ranked = std::pair<End, std::ptrdiff_t>;
    std::vector<Ranked> lowest;
    std::vector<Ranked> highest;
    for (std::size_t i = 0; i < size; ++i) {
        lowest.emplace_back(candidates[i].lowest, -static_cast<std::ptrdiff_t>(i));
        highest.emplace_back(candidates[i].highest, -static_cast<std::ptrdiff_t>(i));
    }
    const std::vector<Ranked> own[] = {lowest, highest};
    std::sort(lowest.begin(), lowest.end());
    std::sort(highest.begin(), highest.end());
    const auto ahead = [](const std::vector<Ranked>& ends, const Ranked& of) {
        return static_cast<std::uint64_t>(ends.end() - std::upper_bound(ends.begin(), ends.end(), of));
    };
    for (std::size_t rank = 0; rank < size; ++rank) {
        const std::size_t i = order[rank];
        // Its own upper end is not below its lower end, and is no other's.
        const bool itself = own[0][i] < own[1][i];
        if (rank < count)
            standings[i] =
                ahead(highest, own[0][i]) - (itself ? 1 : 0) < count ? Standing::Kept : Standing::KeptPerhaps;
        else
            standings[i] = ahead(lowest, own[1][i]) >= count ? Standing::Dropped : Standing::DroppedPerhaps;
    }
    return standings;
}

}
