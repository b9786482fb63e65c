// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace app {

/// By what a file on disk, or all files behind a folder or an index, are known again without reading them.
struct FileStamp
{
    std::uintmax_t size = 0; ///< of all together
    std::filesystem::file_time_type modified = std::filesystem::file_time_type::min(); ///< the latest

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Nothing when there is no such file, or one of several is missing.
std::optional<FileStamp> stampOf(const std::filesystem::path& path);

}
