// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "capture/capture.h"
#include "compute/backend.h"
#include "heatmap/mapscene.h"
#include "session/cellhistogram.h"

namespace app {

/// Axes, tokens and special rows of a head for its map. `resident` may be null while it is being prepared.
render::MapHead mapHeadOf(const core::Capture& capture, const core::HeadInfo& head, const core::ResidentHead* resident);

/// Tiles from a head that stays held as long as the provider lives. `pool` has to outlive it.
render::TileProvider tileProvider(std::shared_ptr<const core::ResidentHead> head, core::ThreadPool& pool);

/// The percentiles of the cells' probabilities that a map's colours span at first.
struct RangePercentiles
{
    double low = 0; ///< share, 0 ... 1
    double high = 1;
};

RangePercentiles defaultPercentiles(const core::HeadInfo& head);
/// Falls back to 1e-5 ... 1 where the head has no cell above zero.
render::ColourRange percentileRange(
    const CellHistogram& histogram, const RangePercentiles& percentiles, render::Spacing spacing);

}
