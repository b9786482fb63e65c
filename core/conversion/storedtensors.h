// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "conversion/layerheads.h"
#include "conversion/outputtensor.h"

namespace core {

/// Probabilities, scores, or Q and K of one source of a layer as they are stored: the same numbers in the same format.
/// Errors: those of headsPerKvHead and of Capture::rows.
Result<std::vector<OutputTensor>> storedRows(const Capture& capture, const LayerHeads& layer, const SourceHeads& heads);

/// V of a layer as it is stored; empty where the dump has none for these heads. Errors: those of Capture::rows.
Result<std::vector<OutputTensor>> storedValues(const Capture& capture, const LayerHeads& layer);

/// The tensors that say which keys exist, for all layers together.
std::vector<OutputTensor> storedMasks(const Capture& capture, const std::vector<LayerHeads>& layers);

/// [items,] heads, rows, columns: the axis of items only where there are several.
std::vector<std::uint64_t> tensorShape(std::size_t items, std::size_t heads, std::uint64_t rows, std::uint64_t columns);

}
