// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "array.h"
#include "encode.h"

namespace support {

struct NpyOptions
{
    int version = 1; ///< 1, 2 or 3
    core::ByteOrder order = core::ByteOrder::Little;
    bool fortran = false;
};

/// "<f4" and so on. bfloat16 and float8 have no name in this format.
inline std::string npyDescr(core::Element element, core::ByteOrder order)
{
    using core::Element;
    const std::size_t size = core::sizeOf(element);
    const char mark = size == 1 ? '|' : order == core::ByteOrder::Little ? '<' : '>';
    const char kind = element == Element::Bool ? 'b'
        : core::isFloating(element)            ? 'f'
        : element >= Element::U64              ? 'u'
                                               : 'i';
    return std::string{mark, kind} + std::to_string(size);
}

/// Magic, version and length around a header text, padded so that the data start at a multiple of 64.
inline std::string npyHeader(std::string text, int version = 1)
{
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    while ((8 + lengthBytes + text.size() + 1) % 64 != 0)
        text += ' ';
    text += '\n';
    return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' + word(text.size(), lengthBytes) + text;
}

/// The file that numpy.save writes.
inline std::string npy(const Array& array, const NpyOptions& options = {})
{
    std::string shape;
    for (const auto extent : array.shape)
        shape += std::to_string(extent) + ", ";
    if (array.shape.size() > 1)
        shape.resize(shape.size() - 2);
    const std::string text = "{'descr': '" + npyDescr(array.element, options.order)
        + "', 'fortran_order': " + (options.fortran ? "True" : "False") + ", 'shape': (" + shape + "), }";
    return npyHeader(text, options.version)
        + encode(options.fortran ? fortranOrder(array) : array.values, array.element, options.order);
}

}
