// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/container.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "files/torch.h"
#include "files/ziparchive.h"

namespace core {

namespace {

using namespace std::string_view_literals;

struct Known
{
    std::size_t at;
    std::string_view bytes;
    std::string_view what;
    std::string_view advice;
};

constexpr std::string_view fromPickle =
    "Whoever loads a pickle runs what it says. If you trust it, convert a list of arrays with: python3 -c "
    "\"import numpy, pickle; x = pickle.load(open('IN.pkl', 'rb')); numpy.savez('OUT.npz', **{f'layers.{i}.probs': a "
    "for i, a in enumerate(x)})\", and a dictionary of arrays with numpy.savez('OUT.npz', **x).";
constexpr std::string_view unpack = "Unpack it first.";
constexpr std::string_view toNpz = "Save its arrays with numpy.savez or as safetensors.";

// What people have instead of a dump that is read.
constexpr std::array<Known, 16> notRead{{
    {0, "\x80\x02"sv, "a Python pickle", fromPickle},
    {0, "\x80\x03"sv, "a Python pickle", fromPickle},
    {0, "\x80\x04"sv, "a Python pickle", fromPickle},
    {0, "\x80\x05"sv, "a Python pickle", fromPickle},
    {0, "GGUF"sv, "a GGUF file of weights", toNpz},
    {0, "ARROW1"sv, "an Arrow file", toNpz},
    {0, "PAR1"sv, "a Parquet file", toNpz},
    {0, "MATLAB"sv, "a MATLAB file", toNpz},
    {0, "\x1f\x8b"sv, "a gzip file", unpack},
    {0, "BZh"sv, "a bzip2 file", unpack},
    {0,
        "\xfd"
        "7zXZ"sv,
        "an xz file", unpack},
    {0, "\x28\xb5\x2f\xfd"sv, "a zstd file", unpack},
    {0, "7z\xbc\xaf"sv, "a 7z archive", unpack},
    {257, "ustar"sv, "a tar archive", unpack},
    {0, "version https://git-lfs"sv, "a pointer of Git LFS and not the file itself",
        "Fetch the file with: git lfs pull"},
    {0, "<"sv, "a page of HTML or XML", "Download the file itself."},
}};

bool starts(std::string_view text, std::size_t at, std::string_view bytes)
{
    return text.size() >= at && text.substr(at).starts_with(bytes);
}

/// A header length that a file can have (the upper two bytes are zero; text has none there) and a JSON object behind
/// it.
bool looksLikeSafetensors(std::string_view text)
{
    return starts(text, 6, "\0\0{"sv);
}

/// A list or an object, which may stand behind spaces.
bool looksLikeJson(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

/// A damaged archive counts as .npz: reading it says what is wrong.
Container zipContainer(const FilePart& part)
{
    const auto archive = ZipArchive::open(part);
    return archive && isTorchArchive(**archive) ? Container::Torch : Container::Npz;
}

std::string firstBytes(std::span<const std::byte> bytes)
{
    std::string hex;
    for (const auto byte : bytes.first(std::min<std::size_t>(bytes.size(), 8)))
        hex += fmt::format("{}{:02x}", hex.empty() ? "" : " ", std::to_integer<unsigned>(byte));
    return hex;
}

}

std::string_view nameOf(Container container)
{
    constexpr std::array<std::string_view, 7> names{
        "safetensors", "npy", "npz", "torch", "torch (before 1.6)", "json", "hdf5"};
    return names[static_cast<std::size_t>(container)];
}

Result<Container> containerOf(const FilePart& part)
{
    const auto text = part.text();
    if (text.empty())
        return part.failure(ErrorCode::Malformed, "the file is empty", "Write it again.");
    if (starts(text, 0, "\x93NUMPY"))
        return Container::Npy;
    if (starts(text, 0, "PK\x03\x04") || starts(text, 0, "PK\x05\x06"))
        return zipContainer(part);
    // Before JSON: the length that a header begins with may look like a bracket.
    if (looksLikeSafetensors(text))
        return Container::Safetensors;
    if (startsAsLegacyTorch(text))
        return Container::LegacyTorch;
    if (looksLikeJson(text))
        return Container::Json;
    if (starts(text, 0, "\x89HDF\r\n\x1a\n"))
        return Container::Hdf5;
    for (const auto& known : notRead) {
        if (starts(text, known.at, known.bytes))
            return part.failure(ErrorCode::Unsupported, fmt::format("it looks like {}, which is not read", known.what),
                std::string(known.advice));
    }
    return part.failure(ErrorCode::Unsupported,
        fmt::format("its first bytes ({}) are of no format that is known", firstBytes(part.span)),
        "Files of safetensors, .npy, .npz, torch.save, JSON and HDF5 are read.");
}

}
