// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "files/dumpcontent.h"
#include "files/steps.h"

namespace core {

/// What a person stated about a dump and had remembered: it overrides inference as an option does.
struct Stated
{
    std::optional<std::string> kind; ///< "probs", "scores" or "qkv"
    std::optional<std::string> roles; ///< axis letters
    std::optional<bool> causal;
    std::optional<double> scale;
    std::optional<std::uint64_t> queryHeads;
    std::optional<std::uint64_t> kvHeads;
    std::optional<std::string> mask; ///< a tensor's name
    std::optional<std::string> group;

    friend bool operator==(const Stated&, const Stated&) = default;
};

/// What a sidecar or the metadata of a dump states. Everything is optional; nothing here is inferred.
struct Sidecar
{
    std::string path; ///< where it was read: a file name, "metadata of FILE", or both with "and" between
    std::vector<std::string> queryTokens;
    std::vector<std::string> keyTokens;
    std::vector<std::vector<std::string>> itemTokens; ///< one list per item of the batch
    std::optional<std::string> group;
    std::optional<bool> causal;
    std::vector<double> scales; ///< one for all layers, or one per layer in their order
    /// Keys that a query sees, itself the last, where it does not see all before it; one for all layers, or one per
    /// layer.
    std::vector<std::optional<std::uint64_t>> windows;
    std::vector<double> softCaps; ///< 0: none; one for all layers, or one per layer
    /// [layer][head], finite; one layer is for all, and one head. A layer without sinks is empty where others have
    /// some.
    std::vector<std::vector<double>> sinkScores;
    std::optional<bool> positionsApplied; ///< whether Q and K are as they are multiplied, after rotary positions
    std::optional<std::uint64_t> queryHeads;
    std::optional<std::uint64_t> kvHeads;
    std::vector<std::uint32_t> layers; ///< layer numbers of what the file holds, in order
    std::optional<std::string> kind; ///< "probs", "scores" or "qkv"
    Stated stated;
    std::string model;
    std::string note;
    /// Keys that say how scores come about, with values that are not understood: of metadata only, a sidecar with such
    /// is refused.
    std::vector<std::string> unread;
};

/// A dump on disk: its tensors in file order, nothing read but headers.
struct DumpFile
{
    std::filesystem::path path; ///< a file, a folder or an index
    std::string container; ///< "safetensors", "npy", "npz", "torch" ...; "folder", "index"
    std::uint64_t size = 0; ///< bytes on disk
    std::vector<Tensor> tensors;
    std::map<std::string, std::string> metadata;
    std::optional<Sidecar> sidecar;
    std::vector<std::filesystem::path> files; ///< what was read
    std::vector<Unread> unread; ///< never passed over in silence
    std::vector<StepNest> steps; ///< lists of generation steps, stacked where nothing speaks against it
};

/// Opens a dump of any container that is read, told apart by its first bytes and not by its name, with its sidecar
/// NAME.tokens.json where there is one. An array that has no name in its file is named like the file. A folder, or an
/// index of shards ("NAME.index.json"), opens as one dump; the sidecar of a folder may also be "tokens.json" in it.
/// Lists of generation steps come stacked, and a lone array with one axis as one row. What the sidecar leaves open is
/// taken from the metadata. Errors: NotFound, Unreadable, Malformed, Unsupported, TooLarge, FileChanged, OutOfMemory.
Result<DumpFile> openDump(const std::filesystem::path& path);

/// SHA-256 of the whole file, lower-case hexadecimal. Of a folder or an index it is that of the lines "HASH  NAME" of
/// its files, sorted by their bytes' values in the names, as sha256sum prints them. Errors: NotFound, Unreadable,
/// FileChanged, OutOfMemory, for a folder or an index those of filesBehind.
Result<std::string> sha256Of(const std::filesystem::path& path);

}
