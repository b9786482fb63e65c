// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/keptset.h"

#include <algorithm>
#include <numeric>

namespace core {

KeptSet::KeptSet(std::vector<std::uint32_t> places)
    : m_count(places.size())
{
    if (!places.empty() && places.back() + std::size_t{1} != places.size())
        m_places = std::move(places);
}

bool KeptSet::contains(std::size_t place) const
{
    if (isLargest())
        return place < m_count;
    return std::ranges::binary_search(m_places, place);
}

std::vector<std::uint32_t> KeptSet::kept() const
{
    if (!isLargest())
        return m_places;
    std::vector<std::uint32_t> places(m_count);
    std::iota(places.begin(), places.end(), 0U);
    return places;
}

std::vector<std::uint32_t> KeptSet::dropped(std::size_t keyCount) const
{
    std::vector<std::uint32_t> places;
    places.reserve(keyCount - m_count);
    auto next = m_places.begin();
    const auto begin = static_cast<std::uint32_t>(isLargest() ? m_count : 0);
    for (std::uint32_t place = begin; place < keyCount; ++place) {
        if (next != m_places.end() && *next == place)
            ++next;
        else
            places.push_back(place);
    }
    return places;
}

}
