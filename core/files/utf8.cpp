// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/utf8.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace core {

namespace {

std::uint32_t byteAt(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

/// Bytes of the code point at `at`, 0 where there is none.
std::size_t codePointLength(std::string_view text, std::size_t at)
{
    const std::uint32_t first = byteAt(text, at);
    const std::size_t length = first < 0x80 ? 1
        : first < 0xc2                      ? 0
        : first < 0xe0                      ? 2
        : first < 0xf0                      ? 3
        : first < 0xf5                      ? 4
                                            : 0;
    if (length < 2)
        return length;
    if (text.size() - at < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byteAt(text, at + i) & 0xc0) != 0x80)
            return 0;
    }
    const std::uint32_t second = byteAt(text, at + 1);
    const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool surrogate = first == 0xed && second > 0x9f;
    const bool beyond = first == 0xf4 && second > 0x8f;
    return overlong || surrogate || beyond ? 0 : length;
}

}

bool isUtf8(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = codePointLength(text, at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

std::string inQuotes(std::string_view text)
{
    constexpr std::size_t longest = 120;
    std::string shown = "'";
    std::size_t at = 0;
    while (at < std::min(text.size(), longest)) {
        const std::size_t length = codePointLength(text, at);
        // C1 control characters (U+0080 to U+009F) are two bytes, 0xc2 first.
        const bool control = length == 1 ? byteAt(text, at) < 0x20 || byteAt(text, at) == 0x7f
                                         : length == 2 && byteAt(text, at) == 0xc2 && byteAt(text, at + 1) < 0xa0;
        const std::size_t step = std::max<std::size_t>(length, 1);
        for (std::size_t i = at; i < at + step; ++i) {
            if (length == 0 || control)
                shown += fmt::format("\\x{:02x}", byteAt(text, i));
            else
                shown += text[i];
        }
        at += step;
    }
    return shown + (at < text.size() ? "…'" : "'");
}

}
