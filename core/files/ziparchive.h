// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/filepart.h"

namespace core {

/// A member of a zip archive, as the archive's directory describes it.
struct ZipMember
{
    std::string name; ///< may be any bytes
    std::uint64_t packedSize = 0;
    std::uint64_t size = 0;
    unsigned method = 0; ///< 0 stored, 8 deflated
    bool encrypted = false;
};

/// A zip archive in memory. Not usable from several threads.
class ZipArchive
{
public:
    /// Reads the directory. Errors: Malformed.
    static Result<std::unique_ptr<ZipArchive>> open(const FilePart& part);
    ~ZipArchive();

    const std::vector<ZipMember>& members() const;
    /// A stored member, in place; its checksum is not looked at. Errors: Malformed.
    Result<FilePart> stored(std::size_t member) const;
    /// A deflated member, inflated and checked against its checksum. Takes `size` bytes of memory: check that first.
    /// Errors: Malformed.
    Result<FilePart> inflated(std::size_t member) const;
    /// As in messages: "'q.npy' in 'x.npz'".
    std::string labelOf(std::size_t member) const;

private:
    struct Private;
    /// The bytes of a member as they lie in the archive. Errors: Malformed.
    Result<FilePart> packed(std::size_t member) const;

    explicit ZipArchive(std::unique_ptr<Private> data);
    std::unique_ptr<Private> d;
};

}
