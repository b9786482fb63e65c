// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/filepart.h"

namespace core {

enum class Container { Safetensors, Npy, Npz, Torch, LegacyTorch, Json, Hdf5 };

/// "safetensors", "npy", "npz", "torch", "torch (before 1.6)", "json", "hdf5".
std::string_view nameOf(Container container);

/// Told by the first bytes, and by the members where these say zip. Errors: Malformed (an empty file), Unsupported; the
/// message names what was seen, the advice how to convert it.
Result<Container> containerOf(const FilePart& part);

}
