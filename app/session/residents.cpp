// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/residents.h"

#include <algorithm>

namespace app {

std::shared_ptr<const core::ResidentHead> Residents::find(const core::HeadId& id)
{
    const auto found =
        std::find_if(m_heads.begin(), m_heads.end(), [&id](const Entry& entry) { return entry.id == id; });
    if (found == m_heads.end())
        return nullptr;
    m_heads.splice(m_heads.begin(), m_heads, found);
    return found->head;
}

void Residents::insert(const core::HeadId& id, std::shared_ptr<const core::ResidentHead> head)
{
    m_heads.remove_if([&id](const Entry& entry) { return entry.id == id; });
    m_heads.push_front({id, std::move(head)});
    std::size_t bytes = 0;
    auto entry = m_heads.begin();
    while (entry != m_heads.end()) {
        bytes += entry->head->bytes();
        entry = bytes > m_budget && entry != m_heads.begin() ? m_heads.erase(entry) : std::next(entry);
    }
}

}
