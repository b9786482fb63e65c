// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "array.h"
#include "encode.h"

namespace support {

inline std::string safetensorsDtype(core::Element element)
{
    using core::Element;
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
        return "BOOL";
    }
    return {};
}

/// A header text with its length before it and the data behind it.
inline std::string safetensorsFile(const std::string& header, const std::string& data)
{
    return word(header.size(), 8) + header + data;
}

inline std::string jsonText(const std::string& text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

inline std::string jsonObject(const std::vector<std::string>& members)
{
    std::string text = "{";
    for (const auto& member : members) {
        text += text.size() > 1 ? "," : "";
        text += member;
    }
    return text + '}';
}

inline std::string safetensors(
    const std::vector<Array>& arrays, const std::map<std::string, std::string>& metadata = {})
{
    std::vector<std::string> entries;
    std::string data;
    for (const auto& array : arrays) {
        std::string shape;
        for (const auto extent : array.shape) {
            shape += shape.empty() ? "" : ",";
            shape += std::to_string(extent);
        }
        const std::string bytes = encode(array.values, array.element);
        std::string entry = jsonText(array.name);
        entry += R"(:{"dtype":")" + safetensorsDtype(array.element) + R"(","shape":[)" + shape;
        entry += R"(],"data_offsets":[)" + std::to_string(data.size()) + ","
            + std::to_string(data.size() + bytes.size()) + "]}";
        entries.push_back(entry);
        data += bytes;
    }
    std::vector<std::string> pairs;
    for (const auto& [key, value] : metadata)
        pairs.push_back(jsonText(key) + ":" + jsonText(value));
    if (!pairs.empty())
        entries.push_back("\"__metadata__\":" + jsonObject(pairs));
    std::string header = jsonObject(entries);
    while (header.size() % 8 != 0)
        header += ' ';
    return safetensorsFile(header, data);
}

}
