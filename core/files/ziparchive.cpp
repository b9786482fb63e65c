// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/ziparchive.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <unzip.h>

#include "files/utf8.h"

namespace core {

namespace {

constexpr auto damaged = "The archive is damaged or was not written completely: copy or write it again.";

constexpr std::string_view endMark = "PK\x05\x06";
constexpr std::size_t endRecordBytes = 22;
constexpr std::size_t longestComment = 65535;

/// The end record of the directory, with the comment behind it; empty where it is missing or cut short, which minizip
/// forgives.
std::span<const std::byte> endRecord(const FilePart& part)
{
    const std::size_t size = part.span.size();
    const std::size_t searched = std::min(size, endRecordBytes + longestComment);
    const std::size_t at = part.text().substr(size - searched).rfind(endMark);
    if (at == std::string_view::npos)
        return {};
    const auto record = part.span.subspan(size - searched + at);
    const bool whole = record.size() >= endRecordBytes
        && littleEndian(record.subspan(endRecordBytes - 2, 2)) <= record.size() - endRecordBytes;
    return whole ? record : std::span<const std::byte>();
}

/// What minizip takes for a file: bytes in memory and a position in them.
struct MemoryStream
{
    std::span<const std::byte> bytes;
    ZPOS64_T position = 0;
};

void* openStream(void* opaque, const void*, int)
{
    return opaque;
}

uLong readStream(void*, void* stream, void* to, uLong size)
{
    auto& memory = *static_cast<MemoryStream*>(stream);
    if (memory.position >= memory.bytes.size())
        return 0;
    const auto count = std::min<ZPOS64_T>(size, memory.bytes.size() - memory.position);
    std::memcpy(to, memory.bytes.data() + memory.position, count);
    memory.position += count;
    return count;
}

uLong writeStream(void*, void*, const void*, uLong)
{
    return 0;
}

ZPOS64_T tellStream(void*, void* stream)
{
    return static_cast<MemoryStream*>(stream)->position;
}

long seekStream(void*, void* stream, ZPOS64_T offset, int origin)
{
    auto& memory = *static_cast<MemoryStream*>(stream);
    const ZPOS64_T base = origin == ZLIB_FILEFUNC_SEEK_SET ? 0
        : origin == ZLIB_FILEFUNC_SEEK_CUR                 ? memory.position
                                                           : memory.bytes.size();
    if (offset > memory.bytes.size() - std::min<ZPOS64_T>(base, memory.bytes.size()))
        return -1;
    memory.position = base + offset;
    return 0;
}

int closeStream(void*, void*)
{
    return 0;
}

/// Opens the current member and closes it when done with.
class OpenMember
{
public:
    explicit OpenMember(unzFile zip)
        : m_zip(zip)
        , m_open(unzOpenCurrentFile(zip) == UNZ_OK)
    {
    }
    OpenMember(const OpenMember&) = delete;
    OpenMember& operator=(const OpenMember&) = delete;
    ~OpenMember()
    {
        if (m_open)
            unzCloseCurrentFile(m_zip);
    }

    bool isOpen() const { return m_open; }
    /// False when the checksum is wrong.
    bool close()
    {
        m_open = false;
        return unzCloseCurrentFile(m_zip) == UNZ_OK;
    }

private:
    unzFile m_zip;
    bool m_open;
};

}

struct ZipArchive::Private
{
    FilePart part;
    MemoryStream stream;
    unzFile zip = nullptr;
    std::vector<ZipMember> members;
    std::vector<unz64_file_pos> positions;

    ~Private()
    {
        if (zip != nullptr)
            unzClose(zip);
    }

    bool openDirectory()
    {
        zlib_filefunc64_def functions{
            openStream, readStream, writeStream, tellStream, seekStream, closeStream, closeStream, &stream};
        zip = unzOpen2_64("", &functions);
        return zip != nullptr;
    }

    bool readMembers()
    {
        unz_global_info64 archive{};
        if (unzGetGlobalInfo64(zip, &archive) != UNZ_OK)
            return false;
        for (ZPOS64_T i = 0; i < archive.number_entry; ++i) {
            if ((i == 0 ? unzGoToFirstFile(zip) : unzGoToNextFile(zip)) != UNZ_OK || !readMember())
                return false;
        }
        return true;
    }

    bool readMember()
    {
        unz_file_info64 info{};
        unz64_file_pos position{};
        if (unzGetCurrentFileInfo64(zip, &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK
            || unzGetFilePos64(zip, &position) != UNZ_OK)
            return false;
        std::string name(info.size_filename, '\0');
        if (!name.empty()
            && unzGetCurrentFileInfo64(zip, nullptr, name.data(), info.size_filename, nullptr, 0, nullptr, 0) != UNZ_OK)
            return false;
        members.push_back({std::move(name), info.compressed_size, info.uncompressed_size,
            static_cast<unsigned>(info.compression_method), (info.flag & 1) != 0});
        positions.push_back(position);
        return true;
    }
};

ZipArchive::ZipArchive(std::unique_ptr<Private> data)
    : d(std::move(data))
{
}

ZipArchive::~ZipArchive() = default;

Result<std::unique_ptr<ZipArchive>> ZipArchive::open(const FilePart& part)
{
    auto d = std::make_unique<Private>();
    d->part = part;
    d->stream.bytes = part.span;
    const auto end = endRecord(part);
    // minizip does not open an archive without members.
    if (!end.empty() && littleEndian(end.subspan(8, 4)) == 0)
        return std::unique_ptr<ZipArchive>(new ZipArchive(std::move(d)));
    if (end.empty() || !d->openDirectory())
        return part.failure(
            ErrorCode::Malformed, "the directory at the end of the zip archive is missing or damaged", damaged);
    if (!d->readMembers())
        return part.failure(ErrorCode::Malformed,
            fmt::format("the directory of the zip archive breaks off after {} members", d->members.size()), damaged);
    return std::unique_ptr<ZipArchive>(new ZipArchive(std::move(d)));
}

const std::vector<ZipMember>& ZipArchive::members() const
{
    return d->members;
}

std::string ZipArchive::labelOf(std::size_t member) const
{
    return inQuotes(d->members[member].name) + " in " + d->part.label;
}

Result<FilePart> ZipArchive::stored(std::size_t member) const
{
    const auto& info = d->members[member];
    FilePart part{d->part.bytes, {}, labelOf(member)};
    if (info.size != info.packedSize)
        return part.failure(ErrorCode::Malformed, "it is stored as it is, but with two sizes", damaged);
    if (unzGoToFilePos64(d->zip, &d->positions[member]) != UNZ_OK)
        return part.failure(ErrorCode::Malformed, "it is not where the directory says", damaged);
    const OpenMember opened(d->zip);
    const ZPOS64_T at = opened.isOpen() ? unzGetCurrentFileZStreamPos64(d->zip) : 0;
    if (at == 0)
        return part.failure(ErrorCode::Malformed, "its header contradicts the directory", damaged);
    if (at > d->part.span.size() || info.size > d->part.span.size() - at)
        return part.failure(ErrorCode::Malformed, "it reaches beyond the end of the archive", damaged);
    part.span = d->part.span.subspan(at, info.size);
    return part;
}

Result<FilePart> ZipArchive::inflated(std::size_t member) const
{
    const auto& info = d->members[member];
    FilePart part{nullptr, {}, labelOf(member)};
    if (unzGoToFilePos64(d->zip, &d->positions[member]) != UNZ_OK)
        return part.failure(ErrorCode::Malformed, "it is not where the directory says", damaged);
    OpenMember opened(d->zip);
    if (!opened.isOpen())
        return part.failure(ErrorCode::Malformed, "its header contradicts the directory", damaged);
    std::vector<std::byte> bytes(info.size);
    for (std::size_t done = 0; done < bytes.size();) {
        const auto chunk = static_cast<unsigned>(std::min<std::size_t>(bytes.size() - done, std::size_t{1} << 30));
        const int got = unzReadCurrentFile(d->zip, bytes.data() + done, chunk);
        if (got <= 0)
            return part.failure(ErrorCode::Malformed,
                fmt::format("its compressed data break off after {} of {} bytes", done, bytes.size()), damaged);
        done += static_cast<std::size_t>(got);
    }
    if (!opened.close())
        return part.failure(ErrorCode::Malformed, "its content does not match its checksum", damaged);
    part.bytes = std::make_shared<OwnedBytes>(std::move(bytes));
    part.span = part.bytes->span();
    return part;
}

}
