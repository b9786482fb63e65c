// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "base/result.h"
#include "capture/grouping.h"

namespace core {

/// The factor of q.k for every layer that has Q and K: hint, else sidecar, else 1/sqrt(dim). Adds findings. Error:
/// Malformed when the sidecar's scales fit neither one nor every layer.
Result<std::map<LayerKey, double>> readScales(Draft& draft, const LayerTable& table);

}
