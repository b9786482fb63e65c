// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "files/dumpfile.h"

namespace core {

/// Whether a path means several files: a folder, or an index ("NAME.index.json").
bool isManyFiles(const std::filesystem::path& path);

/// The files behind such a path, without opening them: those of the folder in natural order ("layer_2" before
/// "layer_10"), hidden ones and sidecars left out; or the index and then its shards. Errors: NotFound, Unreadable,
/// Malformed, TooLarge, Unsupported (an empty folder).
Result<std::vector<std::filesystem::path>> filesBehind(const std::filesystem::path& path);

/// Opens all of them as one dump, without its sidecar. Tensors of a folder are named after their file, "layer_0.q";
/// those of shards as in the shard. What is of no format that is read is named in `unread`. Errors: those of readFile,
/// for any file that is of such a format; Malformed (a shard does not hold what the index says; two tensors of one
/// name); NotFound (a shard); Unsupported (nothing is read).
Result<DumpFile> openFolder(const std::filesystem::path& folder);
Result<DumpFile> openIndex(const std::filesystem::path& index);

}
