// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/dumpfile.h"

#include <new>

#include "files/container.h"
#include "files/mappedfile.h"
#include "files/npy.h"
#include "files/npz.h"
#include "files/safetensors.h"
#include "files/sidecar.h"
#include "files/utf8.h"

namespace core {

namespace {

/// One array has no name in its file: it gets the file's.
std::string nameFor(const std::filesystem::path& path)
{
    const auto stem = path.stem().string();
    return isUtf8(stem) ? stem : "array";
}

Result<DumpFile> readContainer(const FilePart& part, DumpFile dump)
{
    const auto container = containerOf(part);
    if (!container)
        return tl::unexpected(container.error());
    switch (*container) {
    case Container::Safetensors:
        return readSafetensors(part).map([&](SafetensorsContent content) {
            dump.container = "safetensors";
            dump.tensors = std::move(content.tensors);
            dump.metadata = std::move(content.metadata);
            return std::move(dump);
        });
    case Container::Npy:
        return readNpy(part, nameFor(dump.path)).map([&](Tensor tensor) {
            dump.container = "npy";
            dump.tensors.push_back(std::move(tensor));
            return std::move(dump);
        });
    case Container::Zip:
        break;
    }
    return readNpz(part).map([&](std::vector<Tensor> tensors) {
        dump.container = "npz";
        dump.tensors = std::move(tensors);
        return std::move(dump);
    });
}

/// The sidecar and, for what it leaves open, the metadata.
Result<std::optional<Sidecar>> findSidecar(const DumpFile& dump)
{
    auto beside = readSidecar(sidecarPathOf(dump.path));
    if (!beside)
        return beside;
    const auto inside = sidecarInMetadata(dump.metadata, dump.path.filename().string());
    if (!inside)
        return beside;
    return *beside ? merged(std::move(**beside), *inside) : inside;
}

Result<DumpFile> open(const std::filesystem::path& path)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const FilePart part{*file, (*file)->span(), inQuotes(path.string())};
    DumpFile opened;
    opened.path = path;
    opened.size = part.span.size();
    auto dump = readContainer(part, std::move(opened));
    // First, because a file that was cut short while it was read looks malformed as well.
    if (!(*file)->intact())
        return part.failure(
            ErrorCode::FileChanged, "it changed while it was read", "Wait until it is written, then open it again.");
    if (!dump)
        return dump;
    auto sidecar = findSidecar(*dump);
    if (!sidecar)
        return tl::unexpected(sidecar.error());
    dump->sidecar = std::move(*sidecar);
    return dump;
}

}

Result<DumpFile> openDump(const std::filesystem::path& path)
{
    try {
        return open(path);
    } catch (const std::bad_alloc&) {
        return failure(ErrorCode::OutOfMemory, "failed to open " + inQuotes(path.string()) + ": not enough memory",
            "Close other dumps, or save it without compression.");
    } catch (const std::length_error&) {
        return failure(ErrorCode::OutOfMemory, "failed to open " + inQuotes(path.string()) + ": not enough memory");
    }
}

}
