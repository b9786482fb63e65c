// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/element.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstring>
#include <limits>

namespace core {

namespace {

struct Traits
{
    std::string_view name;
    std::size_t size;
    FormatPrecision precision; // theory 9.4; all zero for integers
};

// In the order of Element. Half of float64's smallest subnormal is no double: the subnormal itself stands for it.
constexpr std::array<Traits, 15> traits{{
    {"float64", 8, {0x1p-53, std::numeric_limits<double>::denorm_min()}},
    {"float32", 4, {0x1p-24, 0x1p-150}},
    {"float16", 2, {0x1p-11, 0x1p-25}},
    {"bfloat16", 2, {0x1p-8, 0x1p-134}},
    {"float8_e4m3fn", 1, {0x1p-4, 0x1p-10}},
    {"float8_e5m2", 1, {0x1p-3, 0x1p-17}},
    {"int64", 8, {}},
    {"int32", 4, {}},
    {"int16", 2, {}},
    {"int8", 1, {}},
    {"uint64", 8, {}},
    {"uint32", 4, {}},
    {"uint16", 2, {}},
    {"uint8", 1, {}},
    {"bool", 1, {}},
}};

const Traits& traitsOf(Element element)
{
    return traits[static_cast<std::size_t>(element)];
}

// Selects by masks instead of branches, so that loops over it become SIMD. Subnormals go through an integer: denormal
// arithmetic is slow.
constexpr float fromHalf(std::uint16_t half)
{
    const std::uint32_t magnitude = half & 0x7fffu;
    const std::uint32_t sign = (half & 0x8000u) << 16;
    const std::uint32_t ifSubnormal = 0u - static_cast<std::uint32_t>(magnitude < 0x400u);
    const std::uint32_t ifNotFinite = 0u - static_cast<std::uint32_t>(magnitude >= 0x7c00u);
    const std::uint32_t normal = (magnitude << 13) + (112u << 23) + (ifNotFinite & 112u << 23);
    const auto subnormal =
        std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24f);
    return std::bit_cast<float>(sign | (normal & ~ifSubnormal) | (subnormal & ifSubnormal));
}

// Four exponent bits of bias 7, three of mantissa; no infinity, NaN where all of them are set.
constexpr float fromE4M3(std::uint8_t bits)
{
    const std::uint32_t magnitude = bits & 0x7fu;
    const std::uint32_t sign = (bits & 0x80u) << 24;
    if (magnitude == 0x7fu)
        return std::bit_cast<float>(sign | 0x7fc00000u);
    const auto subnormal = std::bit_cast<std::uint32_t>(static_cast<float>(magnitude) * 0x1p-9f);
    return std::bit_cast<float>(sign | (magnitude < 8u ? subnormal : (magnitude << 20) + (120u << 23)));
}

constexpr std::array<float, 256> e4m3Values = [] {
    std::array<float, 256> values{};
    for (std::size_t bits = 0; bits < values.size(); ++bits)
        values[bits] = fromE4M3(static_cast<std::uint8_t>(bits));
    return values;
}();

constexpr std::array<float, 256> e5m2Values = [] {
    std::array<float, 256> values{};
    for (std::size_t bits = 0; bits < values.size(); ++bits)
        values[bits] = fromHalf(static_cast<std::uint16_t>(bits << 8));
    return values;
}();

std::uint8_t swapped(std::uint8_t word)
{
    return word;
}
std::uint16_t swapped(std::uint16_t word)
{
    return __builtin_bswap16(word);
}
std::uint32_t swapped(std::uint32_t word)
{
    return __builtin_bswap32(word);
}
std::uint64_t swapped(std::uint64_t word)
{
    return __builtin_bswap64(word);
}

template <std::unsigned_integral Word, bool swap>
Word load(const std::byte* at)
{
    Word word;
    std::memcpy(&word, at, sizeof word);
    return swap ? swapped(word) : word;
}

template <std::unsigned_integral Word, bool swap, typename Convert>
void decodeWords(const std::byte* first, std::ptrdiff_t stride, std::size_t count, double* to, Convert convert)
{
    // The constant stride lets the compiler vectorise.
    if (stride == static_cast<std::ptrdiff_t>(sizeof(Word))) {
        for (std::size_t i = 0; i < count; ++i)
            to[i] = convert(load<Word, swap>(first + i * sizeof(Word)));
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
        to[i] = convert(load<Word, swap>(first + static_cast<std::ptrdiff_t>(i) * stride));
}

template <bool swap>
void decodeAll(const std::byte* first, std::ptrdiff_t stride, std::size_t count, Element element, double* to)
{
    const auto words = [&]<typename Word, typename Convert>(
                           Word, Convert convert) { decodeWords<Word, swap>(first, stride, count, to, convert); };
    using U8 = std::uint8_t;
    using U16 = std::uint16_t;
    using U32 = std::uint32_t;
    using U64 = std::uint64_t;
    switch (element) {
    case Element::F64:
        return words(U64{}, [](U64 x) { return std::bit_cast<double>(x); });
    case Element::F32:
        return words(U32{}, [](U32 x) { return static_cast<double>(std::bit_cast<float>(x)); });
    case Element::F16:
        return words(U16{}, [](U16 x) { return static_cast<double>(fromHalf(x)); });
    case Element::BF16:
        return words(U16{}, [](U16 x) { return static_cast<double>(std::bit_cast<float>(static_cast<U32>(x) << 16)); });
    case Element::F8E4M3:
        return words(U8{}, [](U8 x) { return static_cast<double>(e4m3Values[x]); });
    case Element::F8E5M2:
        return words(U8{}, [](U8 x) { return static_cast<double>(e5m2Values[x]); });
    case Element::I64:
        return words(U64{}, [](U64 x) { return static_cast<double>(static_cast<std::int64_t>(x)); });
    case Element::I32:
        return words(U32{}, [](U32 x) { return static_cast<double>(static_cast<std::int32_t>(x)); });
    case Element::I16:
        return words(U16{}, [](U16 x) { return static_cast<double>(static_cast<std::int16_t>(x)); });
    case Element::I8:
        return words(U8{}, [](U8 x) { return static_cast<double>(static_cast<std::int8_t>(x)); });
    case Element::U64:
        return words(U64{}, [](U64 x) { return static_cast<double>(x); });
    case Element::U32:
        return words(U32{}, [](U32 x) { return static_cast<double>(x); });
    case Element::U16:
        return words(U16{}, [](U16 x) { return static_cast<double>(x); });
    case Element::U8:
        return words(U8{}, [](U8 x) { return static_cast<double>(x); });
    case Element::Bool:
        return words(U8{}, [](U8 x) { return x != 0 ? 1.0 : 0.0; });
    }
}

}

std::size_t sizeOf(Element element)
{
    return traitsOf(element).size;
}

std::string_view nameOf(Element element)
{
    return traitsOf(element).name;
}

bool isFloating(Element element)
{
    return traitsOf(element).precision.unitRoundoff > 0;
}

double decode(const std::byte* at, Element element, ByteOrder order)
{
    double number = 0;
    decode(at, 0, 1, element, order, &number);
    return number;
}

void decode(
    const std::byte* first, std::ptrdiff_t stride, std::size_t count, Element element, ByteOrder order, double* to)
{
    const auto native = std::endian::native == std::endian::little ? ByteOrder::Little : ByteOrder::Big;
    if (order == native)
        decodeAll<false>(first, stride, count, element, to);
    else
        decodeAll<true>(first, stride, count, element, to);
}

FormatPrecision precisionOf(Element element)
{
    return traitsOf(element).precision;
}

}
