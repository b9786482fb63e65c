// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/valuemoments.h"

#include <limits>

namespace core {

MomentError::MomentError(const WeightError& error, std::size_t count)
    : terms(static_cast<double>(count))
{
    const double each = gammaOf(terms + 2) + error.combined();
    relative = each < 0.5 ? (1 + 0x1p-20) * each / (1 - each) : std::numeric_limits<double>::infinity();
    absolute = error.absolute * std::exp(error.scoreError) + 3 * smallestNormal;
}

}
