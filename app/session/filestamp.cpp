// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/filestamp.h"

#include <system_error>

namespace app {

std::optional<FileStamp> stampOf(const std::filesystem::path& path)
{
    std::error_code error;
    FileStamp stamp;
    stamp.size = std::filesystem::file_size(path, error);
    if (error)
        return {};
    stamp.modified = std::filesystem::last_write_time(path, error);
    if (error)
        return {};
    return stamp;
}

}
