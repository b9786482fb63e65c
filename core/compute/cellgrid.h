// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "base/indices.h"

namespace core {

/// What a stored cell says besides a probability, ordered so that the larger number wins when cells are reduced to one.
inline constexpr float maskedCell = -1;
inline constexpr float nanCell = std::numeric_limits<float>::infinity();

/// Probability and rank of every cell of a head that may exist; a causal row stores only its own part. Ranks take 2
/// bytes where the number of keys allows it.
class CellGrid
{
public:
    /// `ranges` has one range of keys per row; all cells begin as masked.
    CellGrid(std::vector<KeyRange> ranges, std::size_t keyCount);

    static std::size_t bytesFor(const std::vector<KeyRange>& ranges, std::size_t keyCount);

    std::size_t rowCount() const { return m_ranges.size(); }
    std::size_t keyCount() const { return m_keyCount; }
    std::size_t bytes() const { return bytesFor(m_ranges, m_keyCount); }
    const KeyRange& range(std::size_t row) const { return m_ranges[row]; }

    /// The cells of a row from range(row).begin on.
    std::span<const float> probabilities(std::size_t row) const
    {
        return {m_probabilities.data() + m_offsets[row], m_ranges[row].size()};
    }
    /// Calls `use` with the ranks of a row as a span of 2- or 4-byte numbers; keyCount where a cell has none.
    template <typename Use>
    void withRanks(std::size_t row, Use use) const
    {
        std::visit(
            [&](const auto& ranks) { use(std::span(ranks.data() + m_offsets[row], m_ranges[row].size())); }, m_ranks);
    }

    float probability(std::size_t row, std::size_t key) const; ///< maskedCell or nanCell where there is none
    std::uint32_t rank(std::size_t row, std::size_t key) const;

    /// `key` lies in range(row). Rows may be set from several threads.
    void set(std::size_t row, std::size_t key, float probability, std::uint32_t rank);

private:
    std::vector<KeyRange> m_ranges;
    std::size_t m_keyCount = 0;
    std::vector<std::size_t> m_offsets;
    std::vector<float> m_probabilities;
    std::variant<std::vector<std::uint16_t>, std::vector<std::uint32_t>> m_ranks;
};

}
