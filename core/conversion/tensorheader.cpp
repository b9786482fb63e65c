// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/tensorheader.h"

#include <sstream>

#include "exchange/json.h"

namespace core {

namespace {

constexpr std::size_t largestHeader = 100'000'000; ///< as readers of safetensors take it
constexpr std::size_t alignment = 64; ///< of the data of an .npy file

std::string_view safetensorsName(Element element)
{
    switch (element) {
    case Element::F64:
        return "F64";
    case Element::F32:
        return "F32";
    case Element::F16:
        return "F16";
    case Element::BF16:
        return "BF16";
    case Element::F8E4M3:
        return "F8_E4M3";
    case Element::F8E5M2:
        return "F8_E5M2";
    case Element::I64:
        return "I64";
    case Element::I32:
        return "I32";
    case Element::I16:
        return "I16";
    case Element::I8:
        return "I8";
    case Element::U64:
        return "U64";
    case Element::U32:
        return "U32";
    case Element::U16:
        return "U16";
    case Element::U8:
        return "U8";
    case Element::Bool:
        break;
    }
    return "BOOL";
}

/// Empty where numpy has no such format.
std::string numpyName(Element element)
{
    const std::string size = std::to_string(sizeOf(element));
    const std::string order = sizeOf(element) == 1 ? "|" : "<";
    switch (element) {
    case Element::F64:
    case Element::F32:
    case Element::F16:
        return order + "f" + size;
    case Element::I64:
    case Element::I32:
    case Element::I16:
    case Element::I8:
        return order + "i" + size;
    case Element::U64:
    case Element::U32:
    case Element::U16:
    case Element::U8:
        return order + "u" + size;
    case Element::Bool:
        return order + "b" + size;
    default:
        return {};
    }
}

void writeEntry(JsonWriter& json, const OutputTensor& tensor, std::uint64_t& offset)
{
    json.beginObject(tensor.name, JsonWriter::Layout::Line);
    json.text("dtype", safetensorsName(tensor.element));
    json.beginList("shape", JsonWriter::Layout::Line);
    for (const std::uint64_t extent : tensor.shape)
        json.integer(extent);
    json.endList();
    json.beginList("data_offsets", JsonWriter::Layout::Line);
    json.integer(offset);
    offset += tensor.matrices.size() * tensor.rows() * tensor.rowBytes();
    json.integer(offset);
    json.endList();
    json.endObject();
}

std::string littleEndianText(std::uint64_t number, std::size_t bytes)
{
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i, number >>= 8U)
        text += static_cast<char>(number & 0xFFU);
    return text;
}

}

Result<std::string> safetensorsHeader(
    const std::vector<OutputTensor>& tensors, const std::map<std::string, std::string>& metadata)
{
    std::ostringstream text;
    JsonWriter json(text);
    json.beginObject(JsonWriter::Layout::Line);
    json.beginObject("__metadata__", JsonWriter::Layout::Line);
    for (const auto& [key, value] : metadata)
        json.text(key, value);
    json.endObject();
    std::uint64_t offset = 0;
    for (const OutputTensor& tensor : tensors)
        writeEntry(json, tensor, offset);
    json.endObject();
    std::string header = text.str();
    while (!header.empty() && header.back() == '\n')
        header.pop_back();
    header.resize((header.size() + 7) / 8 * 8, ' '); // so that the data are aligned
    if (header.size() > largestHeader)
        return failure(ErrorCode::TooLarge,
            "failed to convert: names and tokens need a header of " + std::to_string(header.size())
                + " bytes, more than the " + std::to_string(largestHeader) + " that safetensors allows",
            "Choose fewer layers with --layer.");
    return littleEndianText(header.size(), 8) + header;
}

Result<std::string> npyHeader(const OutputTensor& tensor)
{
    const std::string name = numpyName(tensor.element);
    if (name.empty())
        return failure(ErrorCode::Unsupported,
            "failed to write '" + tensor.name + "' as .npy: numpy has no " + std::string(nameOf(tensor.element)),
            "Write a .safetensors file, or probabilities with --what probs --dtype f32.");
    std::string shape;
    for (const std::uint64_t extent : tensor.shape)
        shape += std::to_string(extent) + ", ";
    std::string text = "{'descr': '" + name + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    constexpr std::size_t before = 10;
    const std::size_t whole = (before + text.size() + 1 + alignment - 1) / alignment * alignment;
    text.resize(whole - before - 1, ' ');
    return std::string("\x93NUMPY\x01\x00", 8) + littleEndianText(text.size() + 1, 2) + text + '\n';
}

}
