// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/grouping.h"

namespace core {

/// Scores of the sinks of one layer (RowBatch::sinkScore).
struct LayerSinks
{
    std::vector<double> scores; ///< one for all heads, or one per head; finite
    std::string tensor; ///< that they are read from; empty: the sidecar states them

    double of(std::uint64_t head) const { return scores[scores.size() == 1 ? 0 : static_cast<std::size_t>(head)]; }
};

/// The layers of which a tensor named sinks, or the sidecar, says so; rows from Q and K and stored scores take them,
/// stored probabilities do not. Adds readings and findings. Error: Malformed where they do not fit the layers or heads,
/// are not finite, or contradict each other.
Result<std::map<LayerKey, LayerSinks>> readSinks(Draft& draft, const LayerTable& table);

}
