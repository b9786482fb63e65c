// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npz.h"

#include <algorithm>
#include <set>
#include <variant>

#include <fmt/format.h>

#include "files/npy.h"
#include "files/utf8.h"
#include "files/ziparchive.h"

namespace core {

namespace {

constexpr std::string_view suffix = ".npy";
constexpr std::uint64_t mostOfDeflate = 1032; // its format cannot make more of a byte
constexpr auto saveStored = "Save it without compression, with numpy.savez: then it need not fit into memory.";

std::vector<std::size_t> arraysIn(const ZipArchive& archive)
{
    std::vector<std::size_t> arrays;
    for (std::size_t i = 0; i < archive.members().size(); ++i) {
        if (archive.members()[i].name.ends_with(suffix))
            arrays.push_back(i);
    }
    return arrays;
}

tl::unexpected<Error> noArrays(const FilePart& part, const ZipArchive& archive)
{
    const auto& members = archive.members();
    if (std::any_of(members.begin(), members.end(), [](const ZipMember& x) { return x.name.ends_with("data.pkl"); }))
        return part.failure(ErrorCode::Unsupported, "it looks like a torch.save file, which is not read yet",
            "Convert a list or tuple of tensors with: python3 -c \"import numpy, torch; x = torch.load('IN.pt', "
            "map_location='cpu'); numpy.savez('OUT.npz', **{f'layers.{i}.probs': t.float().numpy() for i, t in "
            "enumerate(x)})\"");
    if (members.empty())
        return part.failure(
            ErrorCode::Unsupported, "it is an empty zip archive", "Save at least one array with numpy.savez.");
    return part.failure(ErrorCode::Unsupported,
        fmt::format("it is a zip archive without .npy arrays; its first member is {}", inQuotes(members[0].name)),
        "Save arrays with numpy.savez.");
}

/// All that can be said of a member before its bytes are touched.
Result<std::monostate> check(const ZipArchive& archive, std::size_t index, const NpzLimits& limits)
{
    const auto& member = archive.members()[index];
    const FilePart part{nullptr, {}, archive.labelOf(index)};
    if (member.name.find('\0') != std::string::npos)
        return part.failure(ErrorCode::Malformed, "its name has a zero byte in it");
    if (!isUtf8(member.name))
        return part.failure(ErrorCode::Malformed, "its name is not UTF-8", "Name the arrays with plain letters.");
    if (member.encrypted)
        return part.failure(
            ErrorCode::Unsupported, "it is encrypted", "Unpack it with its password and save it again.");
    if (member.method != 0 && member.method != 8)
        return part.failure(ErrorCode::Unsupported,
            fmt::format("it is compressed with method {}; stored and deflated are read", member.method), saveStored);
    if (member.method == 0)
        return std::monostate{};
    if (member.size / mostOfDeflate > member.packedSize)
        return part.failure(ErrorCode::Malformed,
            fmt::format("it is said to have {} bytes, more than its {} compressed ones can hold", member.size,
                member.packedSize));
    if (member.size > limits.member)
        return part.failure(ErrorCode::TooLarge,
            fmt::format("it takes {} bytes when it is inflated, more than {}", member.size, limits.member), saveStored);
    return std::monostate{};
}

Result<std::monostate> checkAll(
    const FilePart& part, const ZipArchive& archive, const std::vector<std::size_t>& arrays, const NpzLimits& limits)
{
    std::set<std::string_view> names;
    std::uint64_t total = 0;
    for (const std::size_t i : arrays) {
        if (auto checked = check(archive, i, limits); !checked)
            return checked;
        const auto& member = archive.members()[i];
        if (!names.insert(member.name).second)
            return part.failure(ErrorCode::Malformed, "two of its members are named " + inQuotes(member.name));
        const std::uint64_t grown = member.method == 0 ? 0 : member.size;
        if (grown > limits.total - total)
            return part.failure(ErrorCode::TooLarge,
                fmt::format("its arrays take more than {} bytes when they are inflated", limits.total), saveStored);
        total += grown;
    }
    return std::monostate{};
}

}

Result<std::vector<Tensor>> readNpz(const FilePart& part, const NpzLimits& limits)
{
    const auto opened = ZipArchive::open(part);
    if (!opened)
        return tl::unexpected(opened.error());
    const ZipArchive& archive = **opened;
    const auto arrays = arraysIn(archive);
    if (arrays.empty())
        return noArrays(part, archive);
    if (auto checked = checkAll(part, archive, arrays, limits); !checked)
        return tl::unexpected(checked.error());
    std::vector<Tensor> tensors;
    for (const std::size_t i : arrays) {
        const auto& member = archive.members()[i];
        const auto content = member.method == 0 ? archive.stored(i) : archive.inflated(i);
        if (!content)
            return tl::unexpected(content.error());
        auto tensor = readNpy(*content, member.name.substr(0, member.name.size() - suffix.size()));
        if (!tensor)
            return tl::unexpected(tensor.error());
        tensors.push_back(std::move(*tensor));
    }
    return tensors;
}

}
