// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "files/bytes.h"

namespace core {

/// A file mapped for reading. When the file is truncated meanwhile, reading past its new end gives zeros instead of a
/// crash, and intact() becomes false; so it does when size or modification time are no longer those of the opening. A
/// file that was replaced by another of the same name stays as it was opened. Usable from several threads.
class MappedFile : public Bytes
{
public:
    /// Only regular files; an empty one has an empty span. Errors: NotFound, Unreadable (a folder, a pipe, a device, no
    /// permission), TooLarge, OutOfMemory.
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path);
    ~MappedFile() override;

    std::span<const std::byte> span() const override;
    bool intact() const override;

private:
    struct Private;
    explicit MappedFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

}
