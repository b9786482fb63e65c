// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/ziparchive.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <unzip.h>
#include <zlib.h>

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

constexpr std::uint64_t elsewhere = 0xffffffff; ///< a size or an offset that stands in the zip64 field instead
constexpr std::uint64_t zip64Mark = 1;
constexpr std::size_t localHeaderBytes = 30;

/// The values of the zip64 field among a member's extra fields, least significant byte first; empty where there is
/// none.
std::span<const std::byte> zip64Field(std::span<const std::byte> extra)
{
    while (extra.size() >= 4) {
        const auto length = static_cast<std::size_t>(littleEndian(extra.subspan(2, 2)));
        const auto rest = extra.subspan(4);
        if (length > rest.size())
            return {};
        if (littleEndian(extra.first(2)) == zip64Mark)
            return rest.first(length);
        extra = rest.subspan(length);
    }
    return {};
}

/// The next value of a zip64 field.
std::optional<std::uint64_t> take(std::span<const std::byte>& field)
{
    if (field.size() < 8)
        return {};
    const std::uint64_t value = littleEndian(field.first(8));
    field = field.subspan(8);
    return value;
}

/// Completes a size from a zip64 field, where it stands if minizip did not take it from there already. False where it
/// is missing.
bool complete(std::uint64_t& size, std::span<const std::byte>& field)
{
    const bool isTaken = field.size() >= 8 && littleEndian(field.first(8)) == size;
    if (size != elsewhere && !isTaken)
        return true;
    const auto value = take(field);
    size = value.value_or(size);
    return value.has_value();
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
    const ZPOS64_T position = base + offset; // wraps: minizip steps back by the complement
    if (position > memory.bytes.size())
        return -1;
    memory.position = position;
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

private:
    unzFile m_zip;
    bool m_open;
};

/// Inflates raw deflate data until they end or `to` is full: how many bytes that made.
std::size_t inflateTo(std::span<std::byte> to, std::span<const std::byte> packed)
{
    constexpr std::size_t chunk = std::size_t{1} << 30; // zlib counts in unsigned int
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return 0;
    std::size_t taken = 0;
    std::size_t made = 0;
    int state = Z_OK;
    while (state == Z_OK && made < to.size()) {
        const auto in = packed.subspan(taken, std::min(chunk, packed.size() - taken));
        const auto out = to.subspan(made, std::min(chunk, to.size() - made));
        stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data())); // zlib only reads it
        stream.avail_in = static_cast<uInt>(in.size());
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        state = inflate(&stream, Z_NO_FLUSH);
        taken += in.size() - stream.avail_in;
        made += out.size() - stream.avail_out;
    }
    inflateEnd(&stream);
    return made;
}

}

struct ZipArchive::Private
{
    /// Where a member is. minizip reads the directory, but no zip64 field where long has 64 bits: it cannot inflate
    /// those.
    struct Place
    {
        unz64_file_pos record{}; ///< in the directory
        std::uint64_t header = 0; ///< of a local header beyond 4 GiB; 0: minizip finds it
        std::uint32_t checksum = 0; ///< CRC-32 of what it holds
    };

    FilePart part;
    MemoryStream stream;
    unzFile zip = nullptr;
    std::vector<ZipMember> members;
    std::vector<Place> places;

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
        Place place;
        if (unzGetCurrentFileInfo64(zip, &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK
            || unzGetFilePos64(zip, &place.record) != UNZ_OK)
            return false;
        std::string name(info.size_filename, '\0');
        std::vector<std::byte> extra(info.size_file_extra);
        if (unzGetCurrentFileInfo64(
                zip, nullptr, name.data(), info.size_filename, extra.data(), info.size_file_extra, nullptr, 0)
            != UNZ_OK)
            return false;
        ZipMember member{std::move(name), info.compressed_size, info.uncompressed_size,
            static_cast<unsigned>(info.compression_method), (info.flag & 1) != 0};
        place.checksum = static_cast<std::uint32_t>(info.crc);
        if (!readZip64(extra, member, place))
            return false;
        members.push_back(std::move(member));
        places.push_back(place);
        return true;
    }

    /// False where a value that must be in the zip64 field is not there.
    static bool readZip64(std::span<const std::byte> extra, ZipMember& member, Place& place)
    {
        auto field = zip64Field(extra);
        if (!complete(member.size, field) || !complete(member.packedSize, field))
            return false;
        if (const auto header = take(field); header && *header >= elsewhere)
            place.header = *header;
        return true;
    }

    /// Where the bytes of a member begin; 0 where its header contradicts the directory.
    std::uint64_t dataOf(std::size_t member) const
    {
        const Place& place = places[member];
        if (place.header == 0) {
            const OpenMember opened(zip);
            return opened.isOpen() ? unzGetCurrentFileZStreamPos64(zip) : 0;
        }
        const auto& bytes = part.span;
        if (place.header > bytes.size() || bytes.size() - place.header < localHeaderBytes)
            return 0;
        const auto header = bytes.subspan(place.header);
        const std::string& name = members[member].name;
        const auto nameLength = littleEndian(header.subspan(26, 2));
        const bool isIt = littleEndian(header.first(4)) == 0x04034b50 && nameLength == name.size()
            && part.text().substr(place.header + localHeaderBytes, name.size()) == name;
        return isIt ? place.header + localHeaderBytes + nameLength + littleEndian(header.subspan(28, 2)) : 0;
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

Result<FilePart> ZipArchive::packed(std::size_t member) const
{
    const auto& info = d->members[member];
    FilePart part{d->part.bytes, {}, labelOf(member)};
    if (unzGoToFilePos64(d->zip, &d->places[member].record) != UNZ_OK)
        return part.failure(ErrorCode::Malformed, "it is not where the directory says", damaged);
    const std::uint64_t at = d->dataOf(member);
    if (at == 0)
        return part.failure(ErrorCode::Malformed, "its header contradicts the directory", damaged);
    if (at > d->part.span.size() || info.packedSize > d->part.span.size() - at)
        return part.failure(ErrorCode::Malformed, "it reaches beyond the end of the archive", damaged);
    part.span = d->part.span.subspan(at, info.packedSize);
    return part;
}

Result<FilePart> ZipArchive::stored(std::size_t member) const
{
    const auto& info = d->members[member];
    const FilePart part{d->part.bytes, {}, labelOf(member)};
    if (info.size != info.packedSize)
        return part.failure(ErrorCode::Malformed, "it is stored as it is, but with two sizes", damaged);
    return packed(member);
}

Result<FilePart> ZipArchive::inflated(std::size_t member) const
{
    auto part = packed(member);
    if (!part)
        return part;
    std::vector<std::byte> bytes(d->members[member].size);
    const std::size_t made = inflateTo(bytes, part->span);
    if (made < bytes.size())
        return part->failure(ErrorCode::Malformed,
            fmt::format("its compressed data break off after {} of {} bytes", made, bytes.size()), damaged);
    if (crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) != d->places[member].checksum)
        return part->failure(ErrorCode::Malformed, "its content does not match its checksum", damaged);
    part->bytes = std::make_shared<OwnedBytes>(std::move(bytes), d->part.bytes);
    part->span = part->bytes->span();
    return part;
}

}
