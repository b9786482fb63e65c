// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace core {

/// A key of a row with its score as an integer: the larger the score the smaller `rank`; -0 and +0 have the same.
struct RankedKey
{
    std::uint64_t rank = 0;
    std::uint32_t key = 0;
};

inline std::uint64_t rankOf(double score)
{
    constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    auto bits = std::bit_cast<std::uint64_t>(score);
    if (bits == sign)
        bits = 0;
    return (bits & sign) != 0 ? bits : ~(bits | sign);
}

/// The score that has this rank; +0 for both zeros.
inline double scoreOf(std::uint64_t rank)
{
    constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    return std::bit_cast<double>((rank & sign) != 0 ? rank : ~rank & ~sign);
}

/// Sorts by rank and leaves equal ranks in their order. Linear in the number of keys: equal digits of all ranks cost
/// nothing, so 16-bit formats take three passes. `spare` is working memory.
void sortByRank(std::vector<RankedKey>& keys, std::vector<RankedKey>& spare);

}
