// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "base/result.h"

namespace core {

enum class Existing { Keep, Replace };

/// A file that appears whole or not at all: written beside its place under another name and renamed by commit(). A
/// target that is no regular file (a device, a pipe) is written to directly. Whatever was not committed is removed.
class AtomicFile
{
public:
    /// Error: CannotWrite, when the place cannot be written to, or something is there that may not be replaced.
    static Result<AtomicFile> create(const std::filesystem::path& path, Existing existing);

    AtomicFile(AtomicFile&&) noexcept;
    AtomicFile& operator=(AtomicFile&&) noexcept;
    ~AtomicFile();

    std::ostream& stream();
    /// Where to read what was written so far, before it has its place; absent for devices and pipes. Error:
    /// CannotWrite.
    Result<std::optional<std::filesystem::path>> written();
    /// Puts the file in its place. Error: CannotWrite, when a write failed or the place was taken meanwhile.
    Result<void> commit();

private:
    struct Private;
    explicit AtomicFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// Writes `text` to standard output. Error: CannotWrite.
Result<void> writeStandardOutput(const std::string& text);

}
