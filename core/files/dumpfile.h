// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "files/tensor.h"

namespace core {

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
    std::optional<std::uint64_t> queryHeads;
    std::optional<std::uint64_t> kvHeads;
    std::vector<std::uint32_t> layers; ///< layer numbers of what the file holds, in order
    std::optional<std::string> kind; ///< "probs", "scores" or "qkv"
    std::string model;
    std::string note;
};

/// A dump on disk: its tensors in file order, nothing read but headers.
struct DumpFile
{
    std::filesystem::path path;
    std::string container; ///< "safetensors", "npy", "npz"
    std::uint64_t size = 0; ///< bytes on disk
    std::vector<Tensor> tensors;
    std::map<std::string, std::string> metadata;
    std::optional<Sidecar> sidecar;
};

/// Opens a dump of any container that is read, told apart by its first bytes and not by its name, with its sidecar
/// NAME.tokens.json where there is one. The array of an .npy file is named like the file. What the sidecar leaves open is taken from
/// the metadata. Errors: NotFound, Unreadable, Malformed, Unsupported, TooLarge, FileChanged, OutOfMemory.
Result<DumpFile> openDump(const std::filesystem::path& path);

/// SHA-256 of the whole file, lower-case hexadecimal. Errors: NotFound, Unreadable, FileChanged, OutOfMemory.
Result<std::string> sha256Of(const std::filesystem::path& path);

}
