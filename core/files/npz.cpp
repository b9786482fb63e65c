// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npz.h"

#include <fmt/format.h>

#include "files/npy.h"
#include "files/utf8.h"
#include "files/ziparchive.h"

namespace core {

namespace {

constexpr std::string_view suffix = ".npy";

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
    if (members.empty())
        return part.failure(
            ErrorCode::Unsupported, "it is an empty zip archive", "Save at least one array with numpy.savez.");
    return part.failure(ErrorCode::Unsupported,
        fmt::format("it is a zip archive without .npy arrays; its first member is {}", inQuotes(members[0].name)),
        "Save arrays with numpy.savez.");
}

}

Result<std::vector<Tensor>> readNpz(const FilePart& part, const ZipLimits& limits)
{
    const auto opened = ZipArchive::open(part);
    if (!opened)
        return tl::unexpected(opened.error());
    const ZipArchive& archive = **opened;
    const auto arrays = arraysIn(archive);
    if (arrays.empty())
        return noArrays(part, archive);
    if (auto checked = checkMembers(part, archive, arrays, limits); !checked)
        return tl::unexpected(checked.error());
    std::vector<Tensor> tensors;
    for (const std::size_t i : arrays) {
        const auto& member = archive.members()[i];
        const auto content = contentOf(archive, i);
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
