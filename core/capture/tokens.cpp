// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/tokens.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace core {
namespace {

/// A code point of UTF-8 text, or a byte that belongs to none.
struct Symbol
{
    char32_t code = 0;
    std::string_view bytes;
    bool valid = false;
};

std::size_t sequenceLength(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

Symbol symbolAt(std::string_view text, std::size_t at)
{
    constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const auto lead = static_cast<unsigned char>(text[at]);
    const Symbol broken{lead, text.substr(at, 1), false};
    const std::size_t length = sequenceLength(lead);
    if (length == 0 || length > text.size() - at)
        return broken;
    char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[at + i]);
        if ((next & 0xC0U) != 0x80U)
            return broken;
        code = (code << 6U) | (next & 0x3FU);
    }
    if (code < smallest[length] || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF)
        return broken;
    return {code, text.substr(at, length), true};
}

std::vector<Symbol> symbolsOf(std::string_view text)
{
    std::vector<Symbol> symbols;
    for (std::size_t at = 0; at < text.size(); at += symbols.back().bytes.size())
        symbols.push_back(symbolAt(text, at));
    return symbols;
}

bool isPrintableByte(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

/// The byte that byte-level BPE writes as `code`: printable Latin-1 characters stand for themselves, the 68 others, in
/// their order, for U+0100 and on, so a space is U+0120 and a newline U+010A.
std::optional<char> byteLevel(char32_t code)
{
    if (code < 0x100)
        return isPrintableByte(code) ? std::optional(static_cast<char>(code)) : std::nullopt;
    unsigned remaining = code - 0x100;
    for (unsigned byte = 0; byte < 0x100; ++byte)
        if (!isPrintableByte(byte) && remaining-- == 0)
            return static_cast<char>(byte);
    return std::nullopt;
}

bool isContinuation(std::string_view byte)
{
    return (static_cast<unsigned char>(byte.front()) & 0xC0U) == 0x80U;
}

/// Whether the bytes are text of several-byte characters of which the first and the last may be cut, as pieces of such
/// characters are, and at least one shows itself by its first byte and the next.
bool isMultibyteText(const std::string& bytes)
{
    const auto symbols = symbolsOf(bytes);
    std::size_t first = 0;
    while (first < symbols.size() && !symbols[first].valid && isContinuation(symbols[first].bytes))
        ++first;
    std::size_t last = first;
    bool several = false;
    for (; last < symbols.size() && symbols[last].valid; ++last)
        several = several || symbols[last].bytes.size() > 1;
    if (last == symbols.size())
        return several;
    const std::size_t cut = symbols.size() - last;
    if (cut >= sequenceLength(static_cast<unsigned char>(symbols[last].bytes.front())))
        return false;
    for (std::size_t i = last + 1; i < symbols.size(); ++i)
        if (symbols[i].valid || !isContinuation(symbols[i].bytes))
            return false;
    return several || cut > 1;
}

/// Undoes byte-level BPE where a token shows that it is in use. Its alphabet are letters of living languages too ("ł"
/// is a byte and a Polish letter), so the marks of space and newline, a leading tab, or bytes that make up text are
/// asked for.
std::optional<std::string> undoByteLevel(const std::vector<Symbol>& symbols)
{
    constexpr char32_t space = 0x120, newline = 0x10A, tab = 0x109;
    std::string bytes;
    bool marked = !symbols.empty() && symbols.front().code == tab;
    bool control = false;
    for (const Symbol& symbol : symbols) {
        const auto byte = symbol.valid ? byteLevel(symbol.code) : std::nullopt;
        if (!byte)
            return std::nullopt;
        marked = marked || symbol.code == space || symbol.code == newline;
        control = control || (static_cast<unsigned char>(*byte) < 0x20 || *byte == 0x7F);
        bytes += *byte;
    }
    if (marked || (!control && isMultibyteText(bytes)))
        return bytes;
    return std::nullopt;
}

std::string asByte(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += "<0x";
        text += digits[byte >> 4U];
        text += digits[byte & 0xFU];
        text += ">";
    }
    return text;
}

std::string visible(const Symbol& symbol)
{
    constexpr char32_t sentencePieceBar = 0x2581;
    if (!symbol.valid)
        return asByte(symbol.bytes);
    if (symbol.code == sentencePieceBar)
        return " ";
    if (symbol.code == U'\n')
        return "\u23CE"; // return symbol
    if (symbol.code == U'\t')
        return "\u21E5"; // tab symbol
    if (symbol.code < 0x20) { // the control pictures follow the order of the control characters
        std::string picture = "\u2400";
        picture[2] = static_cast<char>(static_cast<unsigned char>(picture[2]) + symbol.code);
        return picture;
    }
    const bool invisible = symbol.code == 0x7F || (symbol.code >= 0x80 && symbol.code < 0xA0) || symbol.code == 0xAD
        || (symbol.code >= 0x200B && symbol.code <= 0x200F) || (symbol.code >= 0x2028 && symbol.code <= 0x202E)
        || symbol.code == 0xFEFF;
    return invisible ? asByte(symbol.bytes) : std::string(symbol.bytes);
}

std::string withoutWordMarks(std::string text)
{
    constexpr std::string_view inside = "##"; // WordPiece: continues a word
    constexpr std::string_view end = "</w>"; // BPE: ends a word
    if (text.size() > inside.size() && text.compare(0, inside.size(), inside) == 0 && text[inside.size()] != '#')
        text.erase(0, inside.size());
    if (text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0)
        text.erase(text.size() - end.size());
    return text;
}

}

std::string displayToken(const std::string& raw)
{
    const std::string piece = withoutWordMarks(raw);
    const std::string text = undoByteLevel(symbolsOf(piece)).value_or(piece);
    std::string shown;
    for (const Symbol& symbol : symbolsOf(text))
        shown += visible(symbol);
    return shown == " " ? "\u2423" : shown;
}

}
