// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace core {

inline constexpr std::string_view indexSuffix = ".index.json";

/// Which file holds which tensors of a dump that was split.
struct ShardIndex
{
    std::filesystem::path path;
    std::map<std::string, std::vector<std::string>>
        shards; ///< names of tensors, by the name of the file beside the index
    std::map<std::string, std::string> metadata;

    /// The index, then the shards by name.
    std::vector<std::filesystem::path> files() const;
};

/// Reads {"metadata": {...}, "weight_map": {TENSOR: FILE, ...}}. Errors: NotFound, Unreadable, Malformed (among them a
/// shard that is no plain file name), TooLarge, FileChanged.
Result<ShardIndex> readShardIndex(const std::filesystem::path& path);

}
