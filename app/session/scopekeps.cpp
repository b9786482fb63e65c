// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/scopekeps.h"

#include <algorithm>

#include "session/gridcurve.h"

namespace app {

std::optional<ScopeKEps> kEpsOf(const core::RowDetail* row, double epsilon)
{
    if (!row || row->record.state != core::RowState::Valid)
        return {};
    return ScopeKEps{core::kEps(*row, epsilon)};
}

ScopeKEps kEpsOf(const core::ResidentHead& head, double epsilon)
{
    return {core::summariseKEps(head.rows(), head.kEps(epsilon), epsilon).max};
}

std::optional<ScopeKEps> kEpsOf(const std::vector<ScopePart>& parts, double epsilon)
{
    ScopeKEps largest;
    for (const auto& part : parts) {
        if (!part.numbers)
            return {};
        // Right after epsilon has moved, the board's numbers are still those of the old one.
        const bool isPresent = part.numbers->kEps.epsilon == epsilon;
        const auto& reply = *part.study->reply;
        const auto kEps =
            isPresent ? part.numbers->kEps : core::summariseKEps(reply.rows, sufficientK(reply, epsilon), epsilon);
        largest.k = std::max<std::size_t>(largest.k, kEps.max);
        largest.exact = largest.exact && isPresent && part.numbers->kEpsExact;
    }
    return largest;
}

}
