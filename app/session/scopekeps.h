// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "session/scopeanswer.h"

namespace app {

/// k_eps of a scope: of the row, or the largest of the head, layer or dump. Until it is exact it may be too large,
/// never too small.
struct ScopeKEps
{
    std::size_t k = 0;
    bool exact = true;
};

/// Nothing for a row without numbers.
std::optional<ScopeKEps> kEpsOf(const core::RowDetail* row, double epsilon);
ScopeKEps kEpsOf(const core::ResidentHead& head, double epsilon);
/// Nothing while a part is not studied.
std::optional<ScopeKEps> kEpsOf(const std::vector<ScopePart>& parts, double epsilon);

}
