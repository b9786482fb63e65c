// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "files/container.h"
#include "files/dumpcontent.h"

namespace core {

/// One file that was read.
struct FileContent
{
    Container container = Container::Safetensors;
    std::uint64_t size = 0; ///< bytes on disk
    DumpContent content;
};

/// Reads a file of any container, told apart by its first bytes and not by its name. A tensor that has no name in the
/// file is called `loneName`. Errors: NotFound, Unreadable, Malformed, Unsupported, TooLarge, FileChanged.
Result<FileContent> readFile(const std::filesystem::path& path, const std::string& loneName);

/// The name of the file without its ending; "array" where it is no UTF-8.
std::string stemOf(const std::filesystem::path& path);

}
