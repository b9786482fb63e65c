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

inline std::string safetensors(
    const std::vector<Array>& arrays, const std::map<std::string, std::string>& metadata = {})
{
    std::string header;
    std::string data;
    for (const auto& array : arrays) {
        std::string shape;
        for (const auto extent : array.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(extent);
        const std::string bytes = encode(array.values, array.element);
        header += (header.empty() ? "{" : ",") + jsonText(array.name) + R"(:{"dtype":")"
            + safetensorsDtype(array.element) + R"(","shape":[)" + shape + R"(],"data_offsets":[)"
            + std::to_string(data.size()) + "," + std::to_string(data.size() + bytes.size()) + "]}";
        data += bytes;
    }
    std::string entries;
    for (const auto& [key, value] : metadata)
        entries += (entries.empty() ? "" : ",") + jsonText(key) + ":" + jsonText(value);
    if (!entries.empty())
        header += (header.empty() ? "{" : ",") + std::string(R"("__metadata__":{)") + entries + "}";
    header += header.empty() ? "{}" : "}";
    while (header.size() % 8 != 0)
        header += ' ';
    return safetensorsFile(header, data);
}

}
