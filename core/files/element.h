// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace core {

/// Stored number formats.
enum class Element { F64, F32, F16, BF16, F8E4M3, F8E5M2, I64, I32, I16, I8, U64, U32, U16, U8, Bool };

enum class ByteOrder { Little, Big };

std::size_t sizeOf(Element element); ///< bytes
std::string_view nameOf(Element element); ///< "float16", "bfloat16", "int64" ...
bool isFloating(Element element);

/// The stored number as a double: exact for all formats but I64 and U64 beyond 2^53.
double decode(const std::byte* at, Element element, ByteOrder order);

/// Decodes `count` numbers, `stride` bytes apart.
void decode(const std::byte* first, std::ptrdiff_t stride, std::size_t count, Element element, ByteOrder order, double* to);

/// Precision of a floating format: unit roundoff 2^-p and half its smallest subnormal (theory 9.4); 0 for integers.
struct FormatPrecision
{
    double unitRoundoff = 0;
    double halfSmallest = 0;
};
FormatPrecision precisionOf(Element element);

}
