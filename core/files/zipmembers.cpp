// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/zipmembers.h"

#include <set>
#include <string_view>

#include <fmt/format.h>

#include "files/utf8.h"

namespace core {

namespace {

constexpr std::uint64_t mostOfDeflate = 1032; // its format cannot make more of a byte
constexpr auto saveStored =
    "Save it without compression, with numpy.savez or torch.save: then it need not fit into memory.";

Result<void> checkName(const FilePart& part, const std::string& name)
{
    if (name.find('\0') != std::string::npos)
        return part.failure(ErrorCode::Malformed, "its name has a zero byte in it");
    if (!isUtf8(name))
        return part.failure(ErrorCode::Malformed, "its name is not UTF-8", "Name the arrays with plain letters.");
    return {};
}

Result<void> checkMember(
    const FilePart& archivePart, const ZipArchive& archive, std::size_t index, const ZipLimits& limits)
{
    const auto& member = archive.members()[index];
    const FilePart part{nullptr, {}, archive.labelOf(index)};
    if (auto checked = checkName(part, member.name); !checked)
        return checked;
    if (member.encrypted)
        return part.failure(
            ErrorCode::Unsupported, "it is encrypted", "Unpack it with its password and save it again.");
    if (member.method != 0 && member.method != 8)
        return part.failure(ErrorCode::Unsupported,
            fmt::format("it is compressed with method {}; stored and deflated are read", member.method), saveStored);
    if (member.method == 0)
        return {};
    if (member.packedSize > archivePart.span.size())
        return part.failure(ErrorCode::Malformed,
            fmt::format("it is said to take {} bytes of an archive of {}", member.packedSize, archivePart.span.size()));
    if (member.size / mostOfDeflate > member.packedSize)
        return part.failure(ErrorCode::Malformed,
            fmt::format("it is said to have {} bytes, more than its {} compressed ones can hold", member.size,
                member.packedSize));
    if (member.size > limits.member)
        return part.failure(ErrorCode::TooLarge,
            fmt::format("it takes {} bytes when it is inflated, more than {}", member.size, limits.member), saveStored);
    return {};
}

}

Result<void> checkMembers(const FilePart& archivePart, const ZipArchive& archive,
    const std::vector<std::size_t>& members, const ZipLimits& limits)
{
    std::set<std::string_view> names;
    std::uint64_t total = 0;
    for (const std::size_t i : members) {
        if (auto checked = checkMember(archivePart, archive, i, limits); !checked)
            return checked;
        const auto& member = archive.members()[i];
        if (!names.insert(member.name).second)
            return archivePart.failure(ErrorCode::Malformed, "two of its members are named " + inQuotes(member.name));
        const std::uint64_t grown = member.method == 0 ? 0 : member.size;
        if (grown > limits.total - total)
            return archivePart.failure(ErrorCode::TooLarge,
                fmt::format("its arrays take more than {} bytes when they are inflated", limits.total), saveStored);
        total += grown;
    }
    return {};
}

Result<FilePart> contentOf(const ZipArchive& archive, std::size_t member)
{
    return archive.members()[member].method == 0 ? archive.stored(member) : archive.inflated(member);
}

}
