// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/filestamp.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include "files/manyfiles.h"

namespace app {

namespace {

bool add(const std::filesystem::path& path, FileStamp& stamp)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return true; // one inside a folder is not read
    stamp.size += std::filesystem::file_size(path, error);
    if (error)
        return false;
    stamp.modified = std::max(stamp.modified, std::filesystem::last_write_time(path, error));
    return !error;
}

}

std::optional<FileStamp> stampOf(const std::filesystem::path& path)
{
    std::vector<std::filesystem::path> files{path};
    if (core::isManyFiles(path)) {
        auto behind = core::filesBehind(path);
        if (!behind)
            return {};
        files = std::move(*behind);
    }
    FileStamp stamp;
    for (const auto& file : files)
        if (!add(file, stamp))
            return {};
    return stamp;
}

}
