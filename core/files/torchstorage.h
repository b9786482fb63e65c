// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "files/element.h"
#include "files/pickle.h"

namespace core {

/// A run of numbers that tensors are views of.
struct TorchStorage
{
    std::optional<Element> element; ///< absent: bytes, of a type that each tensor states
    std::uint64_t count = 0; ///< elements
    FilePart part; ///< its bytes, once they were found
};

using TorchStorages = std::map<std::string, TorchStorage, std::less<>>;

/// Whether a function or class belongs to what torch.save writes for tensors and what holds them.
bool isTorchGlobal(const PickleGlobal& global);

/// A class of the transformers library, such as an output with its attentions or a cache of keys and values.
bool isModelOutput(const PickleGlobal& global);

/// The element type that a name such as "FloatStorage" or "float8_e4m3fn" of the module torch means.
std::optional<Element> torchElement(std::string_view name);

/// The storages that a pickle refers to, by their keys; their bytes are not looked for. Errors: Malformed, Unsupported
/// (another kind of reference, a storage of a type that is not read).
Result<TorchStorages> storagesOf(const FilePart& part, const Pickle& pickle);

/// The key of the storage that a value refers to; empty if it refers to none.
std::string_view storageKey(const Pickle& pickle, PickleId id);

}
