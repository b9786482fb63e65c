// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>

#include "base/result.h"
#include "capture/grouping.h"

namespace core {

/// How many keys, itself the last, a query of each layer sees, for the layers of which the sidecar says so. Adds
/// findings; also where stored rows have weight before the window. Errors: Malformed when the sidecar's windows fit
/// neither one nor every layer, Unsupported when one is stated of a layer that is not causal.
Result<std::map<LayerKey, std::uint64_t>> readWindows(
    Draft& draft, const LayerTable& table, const std::map<LayerKey, bool>& causal);

}
