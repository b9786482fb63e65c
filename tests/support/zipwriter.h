// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <zlib.h>

#include "encode.h"

namespace support {

/// A member of a zip archive. The last five say how to lie about it.
struct ZipMember
{
    std::string name;
    std::string content;
    bool deflated = false;
    int method = -1; ///< what the headers say; -1: what is true
    int flags = 0;
    std::int64_t statedSize = -1; ///< uncompressed; -1: what is true
    bool wrongChecksum = false;
    bool zip64 = false; ///< as numpy.savez writes: sizes in the local header's extra field
    bool wideDirectory = false; ///< as above 2 GiB: sizes in the directory's extra field too
    std::int64_t statedPackedSize = -1; ///< in the directory; -1: what is true
};

inline std::string rawDeflated(const std::string& content)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(content.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(content.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// A zip archive, byte by byte, so that tests can break every field of it.
inline std::string zip(const std::vector<ZipMember>& members)
{
    std::string file;
    std::string directory;
    for (const auto& member : members) {
        const std::string packed = member.deflated ? rawDeflated(member.content) : member.content;
        const auto checksum =
            crc32(0, reinterpret_cast<const Bytef*>(member.content.data()), static_cast<uInt>(member.content.size()));
        const std::uint64_t method = member.method >= 0 ? static_cast<std::uint64_t>(member.method)
            : member.deflated                           ? 8
                                                        : 0;
        const std::uint64_t size =
            member.statedSize >= 0 ? static_cast<std::uint64_t>(member.statedSize) : member.content.size();
        const std::string front = word(45, 2) + word(static_cast<std::uint64_t>(member.flags), 2) + word(method, 2)
            + word(0, 2) + word(0x21, 2) + word(member.wrongChecksum ? checksum ^ 1 : checksum, 4);
        const std::string sizes = word(packed.size(), 4) + word(size, 4);
        const std::string extra = member.zip64 ? word(1, 2) + word(16, 2) + word(size, 8) + word(packed.size(), 8) : "";
        const std::uint64_t directoryPacked =
            member.statedPackedSize >= 0 ? static_cast<std::uint64_t>(member.statedPackedSize) : packed.size();
        const std::string wide =
            member.wideDirectory ? word(1, 2) + word(16, 2) + word(size, 8) + word(directoryPacked, 8) : "";
        const std::string directorySizes =
            member.wideDirectory ? word(0xffffffffffffffff, 8) : word(directoryPacked, 4) + word(size, 4);
        const std::uint64_t at = file.size();
        file += word(0x04034b50, 4) + front + (member.zip64 ? word(0xffffffffffffffff, 8) : sizes)
            + word(member.name.size(), 2) + word(extra.size(), 2) + member.name + extra + packed;
        directory += word(0x02014b50, 4) + word(45, 2) + front + directorySizes + word(member.name.size(), 2)
            + word(wide.size(), 2) + word(0, 2) + word(0, 2) + word(0, 2) + word(0, 4) + word(at, 4) + member.name
            + wide;
    }
    return file + directory + word(0x06054b50, 4) + word(0, 4) + word(members.size(), 2) + word(members.size(), 2)
        + word(directory.size(), 4) + word(file.size(), 4) + word(0, 2);
}

}
