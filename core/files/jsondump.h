// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "files/dumpcontent.h"
#include "files/filepart.h"

namespace core {

struct JsonDumpLimits
{
    std::size_t depth = 64; ///< lists and objects in each other
    std::size_t numbers = std::size_t{1} << 28; ///< 2 GiB
    std::size_t tensors = 1'000'000;
    std::size_t pathBytes = std::size_t{1} << 28; ///< of all paths: a long key may stand before many items
};

/// Reads JSON: lists of numbers, nested as deep as the array has axes, become tensors of float64, read number by number
/// and each rounded to the nearest double; null in them is NaN, true 1 and false 0. A tensor's name is its path:
/// "attention", "layers[2].probs"; one that stands alone is called `loneName`. Under the keys of the outermost object,
/// texts, numbers, truth values, lists of texts and lists of numbers with one axis also become metadata. Errors:
/// Malformed (among them lists of different lengths), Unsupported (no list of numbers), TooLarge.
Result<DumpContent> readJsonDump(const FilePart& part, const std::string& loneName, const JsonDumpLimits& limits = {});

}
