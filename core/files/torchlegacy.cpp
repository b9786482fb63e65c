// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/torch.h"

#include <array>

#include <fmt/format.h>

#include "files/torchtree.h"
#include "files/utf8.h"

namespace core {

namespace {

using namespace std::string_view_literals;

// The first two pickles: the number 0x1950a86a20f9469cfc6c, and the version of the protocol, 1001.
constexpr auto magic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."sv;
constexpr auto version = "\x80\x02M\xe9\x03."sv;
constexpr std::size_t countBytes = 8;
constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";

/// What follows `bytes` bytes.
FilePart behind(const FilePart& part, std::size_t bytes)
{
    return {part.bytes, part.span.subspan(bytes), part.label};
}

/// The count of elements, then the elements, of one storage after the other; in the order of their keys in `keys`.
Result<void> findBytes(const FilePart& part, const Pickle& keys, FilePart rest, TorchStorages& storages)
{
    const auto malformed = [&](const std::string& reason) {
        return part.failure(ErrorCode::Malformed, reason, damaged);
    };
    const auto* const list = std::get_if<PickleList>(&keys.values[keys.root]);
    if (list == nullptr || list->items.size() != storages.size())
        return malformed("its list of storages does not fit its tensors");
    for (const PickleId id : list->items) {
        const auto* const key = std::get_if<std::string_view>(&keys.values[id]);
        const auto storage = key == nullptr ? storages.end() : storages.find(*key);
        if (storage == storages.end() || !storage->second.part.label.empty())
            return malformed("its list of storages does not fit its tensors");
        if (rest.span.size() < countBytes)
            return malformed("it ends before its storage " + inQuotes(*key));
        const std::uint64_t count = littleEndian(rest.span.first(countBytes));
        rest = behind(rest, countBytes);
        const std::uint64_t size = storage->second.element ? sizeOf(*storage->second.element) : 1;
        if (count != storage->second.count || count > rest.span.size() / size)
            return malformed(fmt::format("its storage {} should have {} elements, but {} are said and {} there",
                inQuotes(*key), storage->second.count, count, rest.span.size() / size));
        storage->second.part = {part.bytes, rest.span.first(count * size), part.label};
        rest = behind(rest, count * size);
    }
    if (!rest.span.empty())
        return malformed(fmt::format("{} bytes follow its last storage", rest.span.size()));
    return {};
}

}

bool startsAsLegacyTorch(std::string_view text)
{
    return text.starts_with(magic);
}

Result<DumpContent> readLegacyTorch(const FilePart& part, const std::string& loneName)
{
    if (!part.text().starts_with(std::string(magic) + std::string(version)))
        return part.failure(
            ErrorCode::Unsupported, "it does not start as torch.save writes it", "Save it again with torch.save.");
    FilePart rest = behind(part, magic.size() + version.size());
    std::array<Pickle, 3> pickles; // the system, the tensors, the keys of the storages
    for (auto& pickle : pickles) {
        auto read = readPickle(rest, isTorchGlobal);
        if (!read)
            return tl::unexpected(read.error());
        pickle = std::move(*read);
        rest = behind(rest, pickle.byteCount);
    }
    auto storages = storagesOf(part, pickles[1]);
    if (!storages)
        return tl::unexpected(storages.error());
    if (auto found = findBytes(part, pickles[2], rest, *storages); !found)
        return tl::unexpected(found.error());
    // This form is little-endian on every machine.
    return torchTensors({part, pickles[1], *storages, ByteOrder::Little}, loneName);
}

}
