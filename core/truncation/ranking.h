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
    const auto bits = std::bit_cast<std::uint64_t>(score);
    if (bits == sign)
        return ~sign;
    return bits ^ (~sign & ~(std::uint64_t{0} - (bits >> 63U)));
}

/// The score that has this rank; +0 for both zeros.
inline double scoreOf(std::uint64_t rank)
{
    constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    return std::bit_cast<double>(rank ^ (~sign & ~(std::uint64_t{0} - (rank >> 63U))));
}

/// Working memory of sortByRank, kept from row to row.
struct RankingMemory
{
    std::vector<RankedKey> keys;
    std::vector<std::uint32_t> places;
    std::vector<std::uint32_t> buckets;
};

/// Sorts by rank and leaves equal ranks in their order. Linear in the number of keys. Scores must be finite.
void sortByRank(std::vector<RankedKey>& keys, RankingMemory& memory);

}
