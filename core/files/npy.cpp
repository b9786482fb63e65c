// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "files/npyheader.h"
#include "files/utf8.h"

namespace core {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t lengthAt = 8; // behind magic and version
constexpr std::uint64_t longestHeader = 1'000'000;
constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";

constexpr std::array<std::pair<std::string_view, Element>, 12> elementNames{{
    {"f8", Element::F64},
    {"f4", Element::F32},
    {"f2", Element::F16},
    {"i8", Element::I64},
    {"i4", Element::I32},
    {"i2", Element::I16},
    {"i1", Element::I8},
    {"u8", Element::U64},
    {"u4", Element::U32},
    {"u2", Element::U16},
    {"u1", Element::U8},
    {"b1", Element::Bool},
}};

/// The header's text and where the data start.
struct Sections
{
    std::string header;
    std::size_t dataAt = 0;
};

Result<Sections> split(const FilePart& part)
{
    if (!part.text().starts_with(magic))
        return part.failure(ErrorCode::Malformed, "it does not start as an .npy file does", damaged);
    if (part.span.size() < lengthAt)
        return part.failure(ErrorCode::Malformed, "it ends within its header", damaged);
    const int major = std::to_integer<int>(part.span[6]);
    const int minor = std::to_integer<int>(part.span[7]);
    if (major < 1 || major > 3 || minor != 0)
        return part.failure(ErrorCode::Unsupported,
            fmt::format("it is of version {}.{} of the .npy format; 1.0, 2.0 and 3.0 are read", major, minor),
            "Save the array again with numpy.save.");
    const std::size_t textAt = lengthAt + (major == 1 ? 2 : 4);
    if (part.span.size() < textAt)
        return part.failure(ErrorCode::Malformed, "it ends within its header", damaged);
    const std::uint64_t length = littleEndian(part.span.subspan(lengthAt, textAt - lengthAt));
    if (length > part.span.size() - textAt)
        return part.failure(ErrorCode::Malformed,
            fmt::format("its header of {} bytes reaches beyond the end of the file", length), damaged);
    if (length > longestHeader)
        return part.failure(
            ErrorCode::TooLarge, fmt::format("its header has {} bytes, more than {}", length, longestHeader));
    return Sections{std::string(part.text().substr(textAt, length)), textAt + length};
}

struct StoredElement
{
    Element element = Element::F32;
    ByteOrder order = ByteOrder::Little;
};

std::optional<StoredElement> elementOf(std::string_view descr)
{
    const auto* found = std::find_if(elementNames.begin(), elementNames.end(),
        [&](const auto& x) { return !descr.empty() && x.first == descr.substr(1); });
    if (found == elementNames.end())
        return std::nullopt;
    const ByteOrder native = std::endian::native == std::endian::little ? ByteOrder::Little : ByteOrder::Big;
    switch (descr.front()) {
    case '<':
        return StoredElement{found->second, ByteOrder::Little};
    case '>':
        return StoredElement{found->second, ByteOrder::Big};
    case '=':
        return StoredElement{found->second, native};
    case '|':
        return sizeOf(found->second) == 1 ? std::optional(StoredElement{found->second, native}) : std::nullopt;
    default:
        return std::nullopt;
    }
}

tl::unexpected<Error> unsupportedElement(const FilePart& part, const std::string& descr)
{
    const auto unsupported = [&](const std::string& reason, const std::string& advice) {
        return part.failure(ErrorCode::Unsupported, reason, advice);
    };
    const std::string_view kind = std::string_view(descr).substr(std::min<std::size_t>(1, descr.size()));
    if (kind.starts_with("O"))
        return unsupported("it holds Python objects, which are not read",
            "If they are arrays of equal shape, save numpy.stack(list(x)).astype('float32'); else save each by "
            "name with numpy.savez.");
    if (descr == "[")
        return unsupported(
            "it holds records of named fields", "Save each field as an array of its own with numpy.savez.");
    if (kind.starts_with("V"))
        return unsupported("it holds elements of type " + inQuotes(descr) + ", raw bytes whose meaning is not stored",
            "Convert bfloat16 and float8 to float32 before saving, or write safetensors.");
    return unsupported("it holds elements of type " + inQuotes(descr) + ", which is not read",
        "Save it as float16, float32, float64, an integer type or bool.");
}

}

Result<Tensor> readNpy(const FilePart& part, std::string name)
{
    const auto sections = split(part);
    if (!sections)
        return tl::unexpected(sections.error());
    auto header = parseNpyHeader(sections->header);
    if (!header)
        return part.failure(ErrorCode::Malformed, header.error(), damaged);
    const auto stored = elementOf(header->descr);
    if (!stored)
        return unsupportedElement(part, header->descr);
    auto layout = layoutOf(header->shape, sizeOf(stored->element), header->order);
    if (!layout)
        return part.failure(ErrorCode::Malformed, "its shape is too large for any memory", damaged);
    const std::uint64_t available = part.span.size() - sections->dataAt;
    if (layout->byteCount > available)
        return part.failure(ErrorCode::Malformed,
            fmt::format("its shape needs {} bytes of data, but {} are there", layout->byteCount, available), damaged);
    if (layout->byteCount < available)
        return part.failure(ErrorCode::Malformed,
            fmt::format("{} bytes follow its array", available - layout->byteCount),
            "If several arrays were saved into one file, save them with numpy.savez.");
    return Tensor{std::move(name), stored->element, stored->order, std::move(header->shape), std::move(layout->strides),
        part.bytes, part.span.data() + sections->dataAt};
}

}
