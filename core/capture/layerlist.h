// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "capture/grouping.h"

namespace core {

/// Where each layer stands in a list of `count` entries that a sidecar gives: one entry is for all layers; else layers
/// with Q and K in order, else all layers, else layer numbers, whichever are as many. Nothing where none is.
std::optional<std::map<LayerKey, std::size_t>> placesInList(const LayerTable& table, std::size_t count);

/// Malformed: the sidecar gives `count` `entries` ("scales"), which are not as many as anything.
tl::unexpected<Error> wrongListLength(
    const Draft& draft, const LayerTable& table, std::size_t count, const std::string& entries, std::string advice);

/// Whether what the sidecar says of rows is about this group: of its own group, or of every group but cross-attention.
bool speaksOf(const Sidecar& sidecar, const LayerTable& table, const std::string& group);

}
