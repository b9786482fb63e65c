// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/ranking.h"

#include <array>
#include <cstddef>
#include <utility>

namespace core {

namespace {

constexpr unsigned digitBits = 8;
constexpr std::size_t digitValues = std::size_t{1} << digitBits;
/// Below this many keys counting digits costs more than moving keys.
constexpr std::size_t fewKeys = 48;

std::size_t digitOf(std::uint64_t rank, unsigned shift)
{
    return (rank >> shift) & (digitValues - 1);
}

void insertionSort(std::vector<RankedKey>& keys)
{
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const RankedKey moving = keys[i];
        std::size_t place = i;
        for (; place > 0 && keys[place - 1].rank > moving.rank; --place)
            keys[place] = keys[place - 1];
        keys[place] = moving;
    }
}

void distribute(const std::vector<RankedKey>& from, std::vector<RankedKey>& to, unsigned shift)
{
    std::array<std::uint32_t, digitValues> place{};
    for (const RankedKey& key : from)
        ++place[digitOf(key.rank, shift)];
    std::uint32_t next = 0;
    for (std::uint32_t& count : place)
        next += std::exchange(count, next);
    for (const RankedKey& key : from)
        to[place[digitOf(key.rank, shift)]++] = key;
}

}

void sortByRank(std::vector<RankedKey>& keys, std::vector<RankedKey>& spare)
{
    if (keys.size() < fewKeys) {
        insertionSort(keys);
        return;
    }
    std::uint64_t differing = 0;
    for (const RankedKey& key : keys)
        differing |= key.rank ^ keys.front().rank;
    spare.resize(keys.size());
    for (unsigned shift = 0; shift < 64; shift += digitBits) {
        if (digitOf(differing, shift) == 0)
            continue;
        distribute(keys, spare, shift);
        keys.swap(spare);
    }
}

}
