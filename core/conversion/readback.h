// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "conversion/layerheads.h"

namespace core {

/// Whether a file holds V, so that heads have it.
enum class Values { Written, LeftOut };

/// The heads that a file of these opens with: counted anew from 0 in each layer, items too.
std::vector<HeadInfo> expectedHeads(const std::vector<LayerHeads>& layers, Values values);

/// Opens the file as anyone will, with the sidecar that lies beside its place to be, and compares its heads. Errors:
/// those of captureOf; BadRequest, naming the head and what is not the same.
Result<void> checkReadBack(
    const std::filesystem::path& written, const std::filesystem::path& place, std::vector<HeadInfo> expected);

}
