// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "capture/grouping.h"

namespace core {

/// Whether the rows of each layer are causal: as stated by hint or sidecar, else as the stored rows show, else as names
/// suggest. Adds findings, and a need for every layer that stays open (then its answer means nothing).
std::map<LayerKey, bool> readCausality(Draft& draft, const LayerTable& table);

}
