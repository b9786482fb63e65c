// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace core {

/// Which keys of a row are kept, by their places in its order (SortedRow): the first ones, or those of a list.
class KeptSet
{
public:
    /// The keys of largest score.
    KeptSet(std::size_t largest = 0) // implicit: a number of keys is the set of the best ones
        : m_count(largest)
    {
    }
    /// `places` rise.
    explicit KeptSet(std::vector<std::uint32_t> places);

    std::size_t size() const { return m_count; }
    /// Whether no dropped key comes before a kept one: then the set is known by its size.
    bool isLargest() const { return m_places.empty(); }

    bool contains(std::size_t place) const;
    std::vector<std::uint32_t> kept() const; ///< places, rising
    std::vector<std::uint32_t> dropped(std::size_t keyCount) const; ///< places, rising, of a row of so many keys

    friend bool operator==(const KeptSet&, const KeptSet&) = default;

private:
    std::size_t m_count = 0;
    std::vector<std::uint32_t> m_places; ///< empty where the set is the first m_count places
};

}
