// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/safetensors.h"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "files/layout.h"
#include "files/strictjson.h"
#include "files/utf8.h"

namespace core {

namespace {

using nlohmann::json;

constexpr std::size_t lengthBytes = 8;
constexpr std::uint64_t longestHeader = 100'000'000;
constexpr JsonLimits headerLimits{4, 16'000'000};
constexpr auto damaged = "The file is damaged or was not written completely: copy or write it again.";

constexpr std::array<std::pair<std::string_view, Element>, 15> elementNames{{
    {"F64", Element::F64},
    {"F32", Element::F32},
    {"F16", Element::F16},
    {"BF16", Element::BF16},
    {"F8_E4M3", Element::F8E4M3},
    {"F8_E5M2", Element::F8E5M2},
    {"I64", Element::I64},
    {"I32", Element::I32},
    {"I16", Element::I16},
    {"I8", Element::I8},
    {"U64", Element::U64},
    {"U32", Element::U32},
    {"U16", Element::U16},
    {"U8", Element::U8},
    {"BOOL", Element::Bool},
}};

std::optional<Element> elementNamed(std::string_view name)
{
    const auto* found =
        std::find_if(elementNames.begin(), elementNames.end(), [&](const auto& x) { return x.first == name; });
    return found == elementNames.end() ? std::nullopt : std::optional(found->second);
}

/// A list of whole numbers that are not negative.
std::optional<std::vector<std::uint64_t>> wholeNumbers(const json& object, const char* key)
{
    const auto list = object.find(key);
    if (list == object.end() || !list->is_array())
        return std::nullopt;
    std::vector<std::uint64_t> numbers;
    for (const auto& number : *list) {
        if (!number.is_number_unsigned())
            return std::nullopt;
        numbers.push_back(number.get<std::uint64_t>());
    }
    return numbers;
}

struct Entry
{
    Tensor tensor;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

class HeaderReader
{
public:
    HeaderReader(const FilePart& part, std::span<const std::byte> data)
        : m_part(part)
        , m_data(data)
    {
    }

    Result<DumpContent> read(const json& header)
    {
        DumpContent content;
        std::vector<Entry> entries;
        for (const auto& [name, value] : header.items()) {
            if (name == "__metadata__") {
                auto metadata = readMetadata(value);
                if (!metadata)
                    return tl::unexpected(metadata.error());
                content.metadata = std::move(*metadata);
                continue;
            }
            auto entry = readEntry(name, value);
            if (!entry)
                return tl::unexpected(entry.error());
            entries.push_back(std::move(*entry));
        }
        if (auto placed = place(entries); !placed)
            return tl::unexpected(placed.error());
        for (auto& entry : entries)
            content.tensors.push_back(std::move(entry.tensor));
        return content;
    }

private:
    Result<std::map<std::string, std::string>> readMetadata(const json& value) const
    {
        std::map<std::string, std::string> metadata;
        if (!value.is_object())
            return m_part.failure(ErrorCode::Malformed, "its __metadata__ is no object");
        for (const auto& [key, text] : value.items()) {
            if (!text.is_string())
                return m_part.failure(ErrorCode::Malformed, "its metadata " + inQuotes(key) + " is no string");
            metadata.emplace(key, text.get<std::string>());
        }
        return metadata;
    }

    Result<Entry> readEntry(const std::string& name, const json& value) const
    {
        const auto malformed = [&](const std::string& reason) {
            return m_part.failure(ErrorCode::Malformed, "tensor " + inQuotes(name) + " " + reason, damaged);
        };
        if (name.find('\0') != std::string::npos)
            return malformed("has a zero byte in its name");
        if (!value.is_object())
            return malformed("is described by something other than an object");
        const auto dtype = value.find("dtype");
        if (dtype == value.end() || !dtype->is_string())
            return malformed("has no dtype");
        const auto element = elementNamed(dtype->get_ref<const std::string&>());
        if (!element)
            return m_part.failure(ErrorCode::Unsupported,
                "tensor " + inQuotes(name) + " has the dtype " + inQuotes(dtype->get_ref<const std::string&>())
                    + ", which is not read",
                "Convert the tensor to F32 or F16, or leave it out.");
        auto shape = wholeNumbers(value, "shape");
        if (!shape)
            return malformed("has no shape of whole numbers");
        const auto offsets = wholeNumbers(value, "data_offsets");
        if (!offsets || offsets->size() != 2)
            return malformed("has no data_offsets of two whole numbers");
        if (shape->size() > mostAxes)
            return malformed(fmt::format("has {} axes, more than {}", shape->size(), mostAxes));
        auto layout = layoutOf(*shape, sizeOf(*element), AxisOrder::LastFastest);
        if (!layout)
            return malformed("has a shape too large for any memory");
        const std::uint64_t begin = (*offsets)[0];
        const std::uint64_t end = (*offsets)[1];
        if (begin > end || end > m_data.size())
            return malformed(
                fmt::format("has data_offsets [{}, {}] outside the {} bytes of data", begin, end, m_data.size()));
        if (end - begin != layout->byteCount)
            return malformed(
                fmt::format("has {} bytes of data, but its shape needs {}", end - begin, layout->byteCount));
        Tensor tensor{name, *element, ByteOrder::Little, std::move(*shape), std::move(layout->strides), m_part.bytes,
            m_data.data() + begin};
        return Entry{std::move(tensor), begin, end};
    }

    /// Sorts by place and checks that the data follow each other.
    Result<std::monostate> place(std::vector<Entry>& entries) const
    {
        std::stable_sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
        std::uint64_t next = 0;
        for (const auto& entry : entries) {
            if (entry.begin != next)
                return m_part.failure(ErrorCode::Malformed,
                    fmt::format("the data of tensor {} start at {} instead of {}, where the ones before end",
                        inQuotes(entry.tensor.name), entry.begin, next),
                    damaged);
            next = entry.end;
        }
        if (next != m_data.size())
            return m_part.failure(ErrorCode::Malformed,
                fmt::format("its tensors end at byte {} of {} bytes of data", next, m_data.size()), damaged);
        return std::monostate{};
    }

    const FilePart& m_part;
    std::span<const std::byte> m_data;
};

}

Result<DumpContent> readSafetensors(const FilePart& part)
{
    if (part.span.size() < lengthBytes)
        return part.failure(ErrorCode::Malformed, "it ends within the 8 bytes of the header's length", damaged);
    const std::uint64_t length = littleEndian(part.span.first(lengthBytes));
    const auto rest = part.span.subspan(lengthBytes);
    if (length > rest.size())
        return part.failure(ErrorCode::Malformed,
            fmt::format("its header of {} bytes reaches beyond the end of the file", length), damaged);
    if (length > longestHeader)
        return part.failure(ErrorCode::TooLarge,
            fmt::format("its header has {} bytes, more than {}", length, longestHeader), "Split the file.");
    const auto text = part.text().substr(lengthBytes, length);
    if (text.empty() || text.front() != '{')
        return part.failure(ErrorCode::Malformed, "its header does not start with '{'", damaged);
    const auto header = parseStrictJson(text, headerLimits);
    if (!header)
        return part.failure(ErrorCode::Malformed, header.error(), damaged);
    return HeaderReader(part, rest.subspan(length)).read(*header);
}

}
