// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <new>
#include <utility>

#include "base/result.h"

namespace core {

/// Runs `work`, which returns a Result, and turns exhausted memory into an error: the one place where that exception
/// ends.
template <typename Work>
auto withMemoryGuard(Work&& work) -> decltype(work())
{
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return failure(ErrorCode::OutOfMemory, "failed to compute a head: memory is exhausted",
            "Close other programs, or choose fewer rows.");
    }
}

}
