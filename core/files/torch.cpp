// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/torch.h"

#include <algorithm>

#include <fmt/format.h>

#include "files/torchtree.h"
#include "files/utf8.h"

namespace core {

namespace {

constexpr std::string_view pickleName = "data.pkl";
constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";

bool isPickle(const ZipMember& member)
{
    return member.name == pickleName || member.name.ends_with(std::string("/") + std::string(pickleName));
}

/// The members of the archive by their names below the folder that holds everything.
class Members
{
public:
    Members(const FilePart& part, const ZipArchive& archive, const ZipLimits& limits)
        : m_part(part)
        , m_archive(archive)
        , m_limits(limits)
    {
    }

    Result<void> read()
    {
        const auto& members = m_archive.members();
        const auto pickle = std::find_if(members.begin(), members.end(), isPickle);
        const std::string folder = pickle->name.substr(0, pickle->name.size() - pickleName.size());
        std::vector<std::size_t> indices;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (!members[i].name.starts_with(folder))
                continue;
            indices.push_back(i);
            m_places[members[i].name.substr(folder.size())] = i;
        }
        return checkMembers(m_part, m_archive, indices, m_limits);
    }

    bool has(const std::string& name) const { return m_places.contains(name); }

    Result<FilePart> content(const std::string& name) const
    {
        const auto place = m_places.find(name);
        if (place == m_places.end())
            return m_part.failure(ErrorCode::Malformed, "its member " + inQuotes(name) + " is missing", damaged);
        return contentOf(m_archive, place->second);
    }

private:
    const FilePart& m_part;
    const ZipArchive& m_archive;
    ZipLimits m_limits;
    std::map<std::string, std::size_t> m_places;
};

Result<ByteOrder> byteOrderOf(const FilePart& part, const Members& members)
{
    if (!members.has("byteorder"))
        return ByteOrder::Little; // versions before 2.1 did not say, and hardly ran on other machines
    const auto content = members.content("byteorder");
    if (!content)
        return tl::unexpected(content.error());
    if (content->text() == "little")
        return ByteOrder::Little;
    if (content->text() == "big")
        return ByteOrder::Big;
    return part.failure(ErrorCode::Malformed, "its byte order is neither little nor big", damaged);
}

std::uint64_t bytesPerElement(const TorchStorage& storage)
{
    return storage.element ? sizeOf(*storage.element) : 1;
}

Result<void> checkSize(const FilePart& part, const std::string& key, const TorchStorage& storage)
{
    const std::uint64_t fitting = storage.part.span.size() / bytesPerElement(storage);
    if (storage.count <= fitting)
        return {};
    return part.failure(ErrorCode::Malformed,
        fmt::format("its storage {} should have {} elements, but {} are there", inQuotes(key), storage.count, fitting),
        damaged);
}

Result<void> findBytes(const FilePart& part, const Members& members, TorchStorages& storages)
{
    for (auto& [key, storage] : storages) {
        auto content = members.content("data/" + key);
        if (!content)
            return tl::unexpected(content.error());
        storage.part = std::move(*content);
        if (auto checked = checkSize(part, key, storage); !checked)
            return checked;
    }
    return {};
}

}

bool isTorchArchive(const ZipArchive& archive)
{
    return std::any_of(archive.members().begin(), archive.members().end(), isPickle);
}

Result<DumpContent> readTorch(const FilePart& part, const std::string& loneName, const ZipLimits& limits)
{
    const auto archive = ZipArchive::open(part);
    if (!archive)
        return tl::unexpected(archive.error());
    if (!isTorchArchive(**archive))
        return part.failure(ErrorCode::Malformed, "it is a zip archive without 'data.pkl'", damaged);
    Members members(part, **archive, limits);
    if (auto read = members.read(); !read)
        return tl::unexpected(read.error());
    if (members.has("constants.pkl"))
        return part.failure(ErrorCode::Unsupported, "it is a TorchScript program and not saved tensors",
            "Save the tensors themselves with torch.save.");
    const auto order = byteOrderOf(part, members);
    if (!order)
        return tl::unexpected(order.error());
    const auto content = members.content(std::string(pickleName));
    if (!content)
        return tl::unexpected(content.error());
    const auto pickle = readPickle(*content, isTorchGlobal);
    if (!pickle)
        return tl::unexpected(pickle.error());
    auto storages = storagesOf(part, *pickle);
    if (!storages)
        return tl::unexpected(storages.error());
    if (auto found = findBytes(part, members, *storages); !found)
        return tl::unexpected(found.error());
    return torchTensors({part, *pickle, *storages, *order}, loneName);
}

}
