// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/dumpfile.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <system_error>

#include "files/filecontent.h"
#include "files/manyfiles.h"
#include "files/sidecar.h"
#include "files/utf8.h"

namespace core {

namespace {

Result<DumpFile> openFile(const std::filesystem::path& path)
{
    return readFile(path, stemOf(path)).map([&](FileContent read) {
        DumpFile dump;
        dump.path = path;
        dump.container = nameOf(read.container);
        dump.size = read.size;
        dump.files = {path};
        dump.tensors = std::move(read.content.tensors);
        dump.metadata = std::move(read.content.metadata);
        dump.unread = std::move(read.content.unread);
        return dump;
    });
}

Result<DumpFile> openAny(const std::filesystem::path& path)
{
    if (!isManyFiles(path))
        return openFile(path);
    std::error_code error;
    return std::filesystem::is_directory(path, error) ? openFolder(path) : openIndex(path);
}

/// Beside the dump, or in its folder.
Result<std::optional<Sidecar>> readSidecarOf(const DumpFile& dump)
{
    auto beside = readSidecar(sidecarPathOf(dump.path));
    if (!beside || *beside || dump.container != "folder")
        return beside;
    return readSidecar(dump.path / "tokens.json");
}

/// The sidecar and, for what it leaves open, the metadata.
Result<std::optional<Sidecar>> findSidecar(const DumpFile& dump)
{
    auto beside = readSidecarOf(dump);
    if (!beside)
        return beside;
    const auto inside = sidecarInMetadata(dump.metadata, dump.path.filename().string());
    if (!inside)
        return beside;
    return *beside ? merged(std::move(**beside), *inside) : inside;
}

/// Where nothing has more than one axis, an array of numbers is the row of one query.
void makeRows(std::vector<Tensor>& tensors)
{
    if (std::any_of(tensors.begin(), tensors.end(), [](const Tensor& tensor) { return tensor.shape.size() > 1; }))
        return;
    for (Tensor& tensor : tensors)
        if (tensor.shape.size() == 1 && isFloating(tensor.element)) {
            tensor.shape.insert(tensor.shape.begin(), 1);
            tensor.strides.insert(tensor.strides.begin(), 0);
        }
}

Result<DumpFile> open(const std::filesystem::path& path)
{
    auto dump = openAny(path);
    if (!dump)
        return dump;
    auto sidecar = findSidecar(*dump);
    if (!sidecar)
        return tl::unexpected(sidecar.error());
    auto steps = stackSteps(dump->tensors, inQuotes(path.string()));
    if (!steps)
        return tl::unexpected(steps.error());
    dump->steps = std::move(*steps);
    makeRows(dump->tensors);
    dump->sidecar = std::move(*sidecar);
    return dump;
}

/// "folder/" and "folder" are the same.
std::filesystem::path withoutSlash(const std::filesystem::path& path)
{
    return path.has_filename() ? path : path.parent_path();
}

}

Result<DumpFile> openDump(const std::filesystem::path& path)
{
    try {
        return open(withoutSlash(path));
    } catch (const std::bad_alloc&) {
        return failure(ErrorCode::OutOfMemory, "failed to open " + inQuotes(path.string()) + ": not enough memory",
            "Close other dumps, or save it without compression.");
    } catch (const std::length_error&) {
        return failure(ErrorCode::OutOfMemory, "failed to open " + inQuotes(path.string()) + ": not enough memory");
    }
}

}
