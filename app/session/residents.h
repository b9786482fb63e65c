// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <list>
#include <memory>

#include "capture/capture.h"
#include "compute/backend.h"

namespace app {

/// Heads that are held for scrubbing, least recently used first out. What `budget` bytes do not hold is let go, but
/// never the newest one.
class Residents
{
public:
    explicit Residents(std::size_t budget)
        : m_budget(budget)
    {
    }

    std::shared_ptr<const core::ResidentHead> find(const core::HeadId& id);
    void insert(const core::HeadId& id, std::shared_ptr<const core::ResidentHead> head);
    void clear() { m_heads.clear(); }

private:
    struct Entry
    {
        core::HeadId id;
        std::shared_ptr<const core::ResidentHead> head;
    };

    std::size_t m_budget; ///< bytes
    std::list<Entry> m_heads; ///< most recently used first
};

}
