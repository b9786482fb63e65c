// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/cellgrid.h"

#include <type_traits>

namespace core {

namespace {

bool fitsShortRanks(std::size_t keyCount)
{
    return keyCount <= std::numeric_limits<std::uint16_t>::max();
}

std::size_t cellCount(const std::vector<KeyRange>& ranges)
{
    std::size_t cells = 0;
    for (const KeyRange& range : ranges)
        cells += range.size();
    return cells;
}

}

CellGrid::CellGrid(std::vector<KeyRange> ranges, std::size_t keyCount)
    : m_ranges(std::move(ranges))
    , m_keyCount(keyCount)
{
    std::size_t cells = 0;
    for (const KeyRange& range : m_ranges) {
        m_offsets.push_back(cells);
        cells += range.size();
    }
    m_probabilities.assign(cells, maskedCell);
    if (fitsShortRanks(keyCount))
        m_ranks = std::vector<std::uint16_t>(cells, static_cast<std::uint16_t>(keyCount));
    else
        m_ranks = std::vector<std::uint32_t>(cells, static_cast<std::uint32_t>(keyCount));
}

std::size_t CellGrid::bytesFor(const std::vector<KeyRange>& ranges, std::size_t keyCount)
{
    const std::size_t rankBytes = fitsShortRanks(keyCount) ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
    return cellCount(ranges) * (sizeof(float) + rankBytes) + ranges.size() * (sizeof(KeyRange) + sizeof(std::size_t));
}

float CellGrid::probability(std::size_t row, std::size_t key) const
{
    const KeyRange& keys = m_ranges[row];
    return keys.contains(key) ? m_probabilities[m_offsets[row] + key - keys.begin] : maskedCell;
}

std::uint32_t CellGrid::rank(std::size_t row, std::size_t key) const
{
    const KeyRange& keys = m_ranges[row];
    if (!keys.contains(key))
        return static_cast<std::uint32_t>(m_keyCount);
    return std::visit(
        [&](const auto& ranks) { return std::uint32_t{ranks[m_offsets[row] + key - keys.begin]}; }, m_ranks);
}

void CellGrid::set(std::size_t row, std::size_t key, float probability, std::uint32_t rank)
{
    const std::size_t cell = m_offsets[row] + key - m_ranges[row].begin;
    m_probabilities[cell] = probability;
    std::visit(
        [&](auto& ranks) {
            using Rank = typename std::remove_reference_t<decltype(ranks)>::value_type;
            ranks[cell] = static_cast<Rank>(rank);
        },
        m_ranks);
}

}
