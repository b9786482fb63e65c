// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/ranking.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace core {

namespace {

constexpr unsigned digitBits = 8;
constexpr std::size_t digitValues = std::size_t{1} << digitBits;
/// Below this many keys moving them one by one is fastest.
constexpr std::size_t fewKeys = 48;
/// Sum of squared bucket sizes, per key, up to which sorting inside buckets is cheaper than going through digits.
constexpr std::uint64_t crowdedBuckets = 32;

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

/// Counts become the places where each bucket begins.
template <typename Counts>
void accumulate(Counts& counts)
{
    std::uint32_t next = 0;
    for (std::uint32_t& count : counts)
        next += std::exchange(count, next);
}

/// One bucket per key, evenly over the range of scores; then the nearly sorted keys are moved into order. Correct
/// whatever the buckets; refused, with nothing changed, where scores crowd in few of them.
bool sortByBuckets(std::vector<RankedKey>& keys, RankingMemory& memory)
{
    const auto [first, last] = std::ranges::minmax(keys, {}, &RankedKey::rank);
    const double largest = scoreOf(first.rank);
    const double scale = static_cast<double>(keys.size() - 1) / (largest - scoreOf(last.rank));
    if (!(scale > 0) || std::isinf(scale))
        return false;
    memory.places.assign(keys.size() + 1, 0);
    memory.buckets.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        // At most size - 1, plus rounding: one bucket to spare.
        memory.buckets[i] = static_cast<std::uint32_t>((largest - scoreOf(keys[i].rank)) * scale);
        ++memory.places[memory.buckets[i]];
    }
    std::uint64_t squares = 0;
    for (const std::uint64_t count : memory.places)
        squares += count * count;
    if (squares > crowdedBuckets * keys.size())
        return false;
    accumulate(memory.places);
    memory.keys.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        memory.keys[memory.places[memory.buckets[i]]++] = keys[i];
    keys.swap(memory.keys);
    insertionSort(keys);
    return true;
}

void distribute(const std::vector<RankedKey>& from, std::vector<RankedKey>& to, unsigned shift)
{
    std::array<std::uint32_t, digitValues> places{};
    for (const RankedKey& key : from)
        ++places[digitOf(key.rank, shift)];
    accumulate(places);
    for (const RankedKey& key : from)
        to[places[digitOf(key.rank, shift)]++] = key;
}

/// From the least digit up; digits that are equal in all ranks are skipped, so that 16-bit formats take three passes.
void sortByDigits(std::vector<RankedKey>& keys, RankingMemory& memory)
{
    std::uint64_t differing = 0;
    for (const RankedKey& key : keys)
        differing |= key.rank ^ keys.front().rank;
    memory.keys.resize(keys.size());
    for (unsigned shift = 0; shift < 64; shift += digitBits) {
        if (digitOf(differing, shift) == 0)
            continue;
        distribute(keys, memory.keys, shift);
        keys.swap(memory.keys);
    }
}

}

void sortByRank(std::vector<RankedKey>& keys, RankingMemory& memory)
{
    if (keys.size() < fewKeys)
        insertionSort(keys);
    else if (!sortByBuckets(keys, memory))
        sortByDigits(keys, memory);
}

}
