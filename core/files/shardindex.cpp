// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/shardindex.h"

#include <set>

#include <fmt/format.h>

#include "files/filecontent.h"
#include "files/manyfiles.h"
#include "files/mappedfile.h"
#include "files/strictjson.h"
#include "files/utf8.h"

namespace core {

namespace {

using nlohmann::json;

constexpr std::uint64_t largestIndex = 100'000'000;
constexpr std::size_t mostShards = 4096;
constexpr JsonLimits indexLimits{4, 4'000'000};
constexpr auto advice = "Give the index that was written with the shards.";

/// A name that can't leave the folder of the index.
bool isPlainName(const std::string& name)
{
    const std::filesystem::path path(name);
    return !name.empty() && name != "." && name != ".." && name.find('\0') == std::string::npos
        && path.filename() == path;
}

void addMetadata(const json& object, ShardIndex& index)
{
    const auto metadata = object.find("metadata");
    if (metadata == object.end() || !metadata->is_object())
        return;
    for (const auto& [key, value] : metadata->items())
        index.metadata[key] = value.is_string() ? value.get<std::string>() : value.dump();
}

Result<ShardIndex> parseIndex(const FilePart& part)
{
    const auto malformed = [&](const std::string& reason) {
        return part.failure(ErrorCode::Malformed, reason, advice);
    };
    if (part.span.size() > largestIndex)
        return part.failure(
            ErrorCode::TooLarge, fmt::format("it has {} bytes, more than {}", part.span.size(), largestIndex));
    const auto object = parseStrictJson(part.text(), indexLimits);
    if (!object)
        return malformed(object.error());
    const auto map = object->is_object() ? object->find("weight_map") : object->end();
    if (map == object->end() || !map->is_object() || map->empty())
        return malformed("it has no 'weight_map' that says which file holds which tensor");
    ShardIndex index;
    for (const auto& [tensor, file] : map->items()) {
        if (!file.is_string() || !isPlainName(file.get_ref<const std::string&>()))
            return malformed("the file of the tensor " + inQuotes(tensor) + " is not the name of one beside the index");
        index.shards[file.get<std::string>()].push_back(tensor);
    }
    if (index.shards.size() > mostShards)
        return part.failure(ErrorCode::TooLarge, fmt::format("it names more than {} files", mostShards));
    addMetadata(*object, index);
    return index;
}

/// Takes over the tensors that the index names.
Result<void> addShard(
    const ShardIndex& index, const std::string& name, const std::vector<std::string>& tensors, DumpFile& dump)
{
    const auto file = index.path.parent_path() / name;
    const std::string label = "failed to open " + inQuotes(index.path.string()) + ": its shard " + inQuotes(name);
    auto read = readFile(file, stemOf(file));
    if (!read && read.error().code == ErrorCode::NotFound)
        return failure(ErrorCode::NotFound,
            fmt::format("{}, which holds {} of its tensors, is missing", label, tensors.size()),
            "Copy all shards into the folder of the index.");
    if (!read)
        return tl::unexpected(read.error());
    dump.files.push_back(file);
    dump.size += read->size;
    for (const auto& unread : read->content.unread)
        dump.unread.push_back({name + ": " + unread.name, unread.reason});
    std::set<std::string_view> missing(tensors.begin(), tensors.end());
    for (auto& tensor : read->content.tensors) {
        if (missing.erase(tensor.name) > 0)
            dump.tensors.push_back(std::move(tensor));
        else
            dump.unread.push_back({name, "its tensor " + inQuotes(tensor.name) + " is not in the index"});
    }
    if (!missing.empty())
        return failure(ErrorCode::Malformed,
            label + " does not hold the tensor " + inQuotes(*missing.begin()) + ", as the index says", advice);
    return {};
}

}

std::vector<std::filesystem::path> ShardIndex::files() const
{
    std::vector<std::filesystem::path> files{path};
    for (const auto& [name, tensors] : shards)
        files.push_back(path.parent_path() / name);
    return files;
}

Result<ShardIndex> readShardIndex(const std::filesystem::path& path)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const FilePart part{*file, (*file)->span(), inQuotes(path.string())};
    auto index = parseIndex(part);
    if (!(*file)->intact())
        return part.failure(ErrorCode::FileChanged, "it changed while it was read", "Open it again.");
    if (index)
        index->path = path;
    return index;
}

Result<DumpFile> openIndex(const std::filesystem::path& path)
{
    const auto index = readShardIndex(path);
    if (!index)
        return tl::unexpected(index.error());
    DumpFile dump;
    dump.path = path;
    dump.container = "index";
    dump.metadata = index->metadata;
    dump.files.push_back(path);
    for (const auto& [name, tensors] : index->shards)
        if (auto added = addShard(*index, name, tensors, dump); !added)
            return tl::unexpected(added.error());
    return dump;
}

}
