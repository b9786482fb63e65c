// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/filecontent.h"

#include "files/hdf5.h"
#include "files/jsondump.h"
#include "files/mappedfile.h"
#include "files/npy.h"
#include "files/npz.h"
#include "files/safetensors.h"
#include "files/torch.h"
#include "files/utf8.h"

namespace core {

namespace {

Result<DumpContent> readAs(Container container, const FilePart& part, const std::string& loneName)
{
    switch (container) {
    case Container::Safetensors:
        return readSafetensors(part);
    case Container::Npy:
        return readNpy(part, loneName).map([](Tensor tensor) { return DumpContent{{std::move(tensor)}, {}, {}}; });
    case Container::Npz:
        return readNpz(part).map([](std::vector<Tensor> tensors) { return DumpContent{std::move(tensors), {}, {}}; });
    case Container::Torch:
        return readTorch(part, loneName);
    case Container::LegacyTorch:
        return readLegacyTorch(part, loneName);
    case Container::Json:
        return readJsonDump(part, loneName);
    case Container::Hdf5:
        break;
    }
    return readHdf5(part);
}

Result<FileContent> readPart(const FilePart& part, const std::string& loneName)
{
    const auto container = containerOf(part);
    if (!container)
        return tl::unexpected(container.error());
    return readAs(*container, part, loneName).map([&](DumpContent content) {
        return FileContent{*container, part.span.size(), std::move(content)};
    });
}

}

Result<FileContent> readFile(const std::filesystem::path& path, const std::string& loneName)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const FilePart part{*file, (*file)->span(), inQuotes(path.string())};
    auto content = readPart(part, loneName);
    // First, because a file that was cut short while it was read looks malformed as well.
    if (!(*file)->intact())
        return part.failure(
            ErrorCode::FileChanged, "it changed while it was read", "Wait until it is written, then open it again.");
    return content;
}

std::string stemOf(const std::filesystem::path& path)
{
    const auto stem = path.stem().string();
    return isUtf8(stem) ? stem : "array";
}

}
