// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "base/progress.h"
#include "base/threadpool.h"

namespace core {

/// Upper limit in bytes for what a call may keep in private memory.
struct MemoryBudget
{
    std::size_t bytes = std::size_t {1} << 30U;
};

/// What every long call gets: threads, a way to report and to stop, and how much memory it may take.
struct Work
{
    ThreadPool& pool;
    Progress progress {};
    MemoryBudget memory {};
};

}
