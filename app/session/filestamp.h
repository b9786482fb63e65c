// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace app {

/// By what a file on disk is known again without reading it.
struct FileStamp
{
    std::uintmax_t size = 0;
    std::filesystem::file_time_type modified;

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Nothing when there is no such file.
std::optional<FileStamp> stampOf(const std::filesystem::path& path);

}
