// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "base/result.h"
#include "capture/grouping.h"

namespace core {

/// c of the soft-cap c tanh(score / c) of rows from Q and K, for the layers of which the sidecar states one. Adds
/// findings. Error: Malformed when the sidecar's soft-caps fit neither one nor every layer, or one is below 0.
Result<std::map<LayerKey, double>> readSoftCaps(Draft& draft, const LayerTable& table);

}
