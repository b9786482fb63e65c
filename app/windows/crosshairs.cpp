// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/crosshairs.h"

#include "figures/plotcontent.h"
#include "session/explorer.h"

namespace app {

render::Crosshair tailMassCrosshairOf(const Explorer& explorer)
{
    const double epsilon = explorer.parameters().epsilon;
    if (const auto* truncation = explorer.truncation())
        return tailMassCrosshair(*truncation, epsilon);
    render::Crosshair crosshair{{}, epsilon, {}};
    if (const auto* topK = std::get_if<core::TopK>(&explorer.rule()))
        crosshair.k = static_cast<double>(topK->k);
    return crosshair;
}

}
