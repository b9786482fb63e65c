// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/manyfiles.h"

#include <algorithm>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "files/filecontent.h"
#include "files/shardindex.h"
#include "files/utf8.h"

namespace core {

namespace {

using std::filesystem::path;

constexpr std::size_t mostFiles = 4096;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Digits from `at` on, without zeros in front.
std::string_view digitsAt(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    while (at + 1 < end && text[at] == '0')
        ++at;
    return text.substr(at, end - at);
}

std::size_t endOfDigits(std::string_view text, std::size_t at)
{
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at;
}

/// Numbers in names compare as numbers.
bool isBefore(std::string_view a, std::string_view b)
{
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const auto first = digitsAt(a, i), second = digitsAt(b, j);
            if (first.size() != second.size() || first != second)
                return first.size() != second.size() ? first.size() < second.size() : first < second;
            i = endOfDigits(a, i);
            j = endOfDigits(b, j);
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    return a.size() - i != b.size() - j ? a.size() - i < b.size() - j : a < b;
}

bool isSidecar(const std::string& name)
{
    return name == "tokens.json" || name.ends_with(".tokens.json");
}

/// "q" of the file "layer_0" is "layer_0.q"; its third is "layer_0[2]"; what has no name is "layer_0".
std::string nameIn(const std::string& stem, const std::string& name)
{
    if (name.empty() || name.front() == '[')
        return stem + name;
    return stem + '.' + name;
}

/// Adds what all files that state a key agree on; `disputed` are the others.
void addMetadata(
    const DumpContent& content, std::map<std::string, std::string>& metadata, std::set<std::string>& disputed)
{
    for (const auto& [key, value] : content.metadata) {
        const auto known = metadata.find(key);
        if (disputed.contains(key))
            continue;
        if (known == metadata.end()) {
            metadata.emplace(key, value);
        } else if (known->second != value) {
            metadata.erase(known);
            disputed.insert(key);
        }
    }
}

tl::unexpected<Error> nothingRead(const DumpFile& dump)
{
    std::vector<std::string> reasons;
    for (const auto& unread : dump.unread)
        reasons.push_back(inQuotes(unread.name) + ": " + unread.reason);
    return failure(ErrorCode::Unsupported,
        "failed to open " + inQuotes(dump.path.string()) + ": no file in the folder is a dump that is read",
        "A folder holds one file per layer, or several dumps of one model.", std::move(reasons));
}

/// Why a file is not read, without what was tried on what.
std::string reasonOf(const Error& error)
{
    const auto at = error.message.find("': ");
    return at == std::string::npos ? error.message : error.message.substr(at + 3);
}

}

bool isManyFiles(const path& path)
{
    std::error_code error;
    return path.filename().string().ends_with(indexSuffix) || std::filesystem::is_directory(path, error);
}

Result<std::vector<path>> filesBehind(const path& place)
{
    if (place.filename().string().ends_with(indexSuffix))
        return readShardIndex(place).map([](const ShardIndex& index) { return index.files(); });
    std::error_code error;
    std::vector<path> files;
    std::filesystem::directory_iterator entry(place, error), end;
    for (; !error && entry != end; entry.increment(error)) {
        const auto name = entry->path().filename().string();
        if (name.starts_with('.') || isSidecar(name))
            continue;
        if (files.size() == mostFiles)
            return failure(ErrorCode::TooLarge,
                fmt::format(
                    "failed to open {}: the folder has more than {} files", inQuotes(place.string()), mostFiles),
                "Put the files of one dump into a folder of their own.");
        files.push_back(entry->path());
    }
    if (error)
        return failure(
            ErrorCode::Unreadable, "failed to open " + inQuotes(place.string()) + ": " + error.message(), "");
    if (files.empty())
        return failure(ErrorCode::Unsupported, "failed to open " + inQuotes(place.string()) + ": the folder is empty",
            "Give the folder that holds the files of a dump.");
    std::sort(files.begin(), files.end(),
        [](const path& a, const path& b) { return isBefore(a.filename().string(), b.filename().string()); });
    return files;
}

Result<DumpFile> openFolder(const path& folder)
{
    const auto files = filesBehind(folder);
    if (!files)
        return tl::unexpected(files.error());
    DumpFile dump;
    dump.path = folder;
    dump.container = "folder";
    std::set<std::string> names, disputed;
    for (const auto& file : *files) {
        std::error_code error;
        if (std::filesystem::is_directory(file, error)) {
            dump.unread.push_back({file.filename().string(), "it is a folder inside the folder"});
            continue;
        }
        auto read = readFile(file, {});
        if (!read && read.error().code != ErrorCode::Unsupported)
            return tl::unexpected(read.error());
        if (!read) {
            dump.unread.push_back({file.filename().string(), reasonOf(read.error())});
            continue;
        }
        dump.files.push_back(file);
        dump.size += read->size;
        for (const auto& unread : read->content.unread)
            dump.unread.push_back({file.filename().string() + ": " + unread.name, unread.reason});
        addMetadata(read->content, dump.metadata, disputed);
        for (auto& tensor : read->content.tensors) {
            tensor.name = nameIn(stemOf(file), tensor.name);
            if (!names.insert(tensor.name).second)
                return failure(ErrorCode::Unsupported,
                    "failed to open " + inQuotes(folder.string()) + ": two of its tensors would be named "
                        + inQuotes(tensor.name),
                    "Give the files different names.");
            dump.tensors.push_back(std::move(tensor));
        }
    }
    if (dump.tensors.empty())
        return nothingRead(dump);
    return dump;
}

}
