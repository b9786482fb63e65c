// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/jsonscanner.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "files/utf8.h"

namespace core {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

void appendUtf8(std::string& to, unsigned code)
{
    const auto add = [&to](unsigned byte) { to += static_cast<char>(byte); };
    if (code < 0x80)
        return add(code);
    if (code < 0x800) {
        add(0xc0u | code >> 6);
    } else {
        if (code < 0x10000) {
            add(0xe0u | code >> 12);
        } else {
            add(0xf0u | code >> 18);
            add(0x80u | (code >> 12 & 0x3fu));
        }
        add(0x80u | (code >> 6 & 0x3fu));
    }
    add(0x80u | (code & 0x3fu));
}

/// That of a number's first digit other than 0; below 0 where it has none. One that no 64 bits hold is only as large as
/// they do.
std::int64_t powerOfTen(std::string_view spelling)
{
    const std::size_t mark = spelling.find_first_of("eE");
    std::int64_t power = 0;
    if (mark != std::string_view::npos) {
        auto text = spelling.substr(mark + 1);
        if (text.front() == '+')
            text.remove_prefix(1);
        if (std::from_chars(text.data(), text.data() + text.size(), power).ec != std::errc())
            power = std::numeric_limits<std::int64_t>::max() / (text.front() == '-' ? -2 : 2);
    }
    const auto digits = spelling.substr(0, mark);
    const std::size_t first = digits.find_first_of("123456789");
    if (first == std::string_view::npos)
        return -1;
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const auto place = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
    return power + (first < point ? place - 1 : place);
}

}

void JsonScanner::refuse(const std::string& reason) const
{
    throw JsonRefused{fmt::format("{} (byte {} of its JSON)", reason, m_at)};
}

void JsonScanner::skipSpace()
{
    while (m_at < m_text.size() && isSpace(m_text[m_at]))
        ++m_at;
}

char JsonScanner::firstInLists() const
{
    for (std::size_t at = m_at; at < m_text.size(); ++at)
        if (m_text[at] != '[' && !isSpace(m_text[at]))
            return m_text[at];
    return '\0';
}

JsonToken JsonScanner::next()
{
    skipSpace();
    if (m_expected == Expected::Separator) {
        if (m_open.empty()) {
            if (m_at != m_text.size())
                refuse("something follows its value");
            return JsonToken::End;
        }
        const char c = peek();
        if (c == (m_open.back() ? '}' : ']'))
            return close(m_open.back());
        if (c != ',')
            refuse("a comma or a closing bracket is missing");
        ++m_at;
        skipSpace();
        m_expected = m_open.back() ? Expected::Key : Expected::Value;
    }
    if (m_expected == Expected::FirstKey && peek() == '}')
        return close(true);
    if (m_expected == Expected::FirstItem && peek() == ']')
        return close(false);
    return m_expected == Expected::Key || m_expected == Expected::FirstKey ? key() : value();
}

JsonToken JsonScanner::open(bool object)
{
    if (m_open.size() == m_mostDepth)
        refuse(fmt::format("it is nested more than {} deep", m_mostDepth));
    ++m_at;
    m_open.push_back(object);
    m_expected = object ? Expected::FirstKey : Expected::FirstItem;
    return object ? JsonToken::BeginObject : JsonToken::BeginList;
}

JsonToken JsonScanner::close(bool object)
{
    ++m_at;
    m_open.pop_back();
    m_expected = Expected::Separator;
    return object ? JsonToken::EndObject : JsonToken::EndList;
}

JsonToken JsonScanner::key()
{
    if (peek() != '"')
        refuse("a key is missing");
    readString();
    skipSpace();
    if (peek() != ':')
        refuse("a colon is missing");
    ++m_at;
    m_expected = Expected::Value;
    return JsonToken::Key;
}

JsonToken JsonScanner::value()
{
    switch (peek()) {
    case '{':
        return open(true);
    case '[':
        return open(false);
    case '"':
        readString();
        m_expected = Expected::Separator;
        return JsonToken::Text;
    case 't':
        return word("true", JsonToken::True);
    case 'f':
        return word("false", JsonToken::False);
    case 'n':
        return word("null", JsonToken::Null);
    case 'N':
        return numberWord("NaN", std::numeric_limits<double>::quiet_NaN());
    case 'I':
        return numberWord("Infinity", std::numeric_limits<double>::infinity());
    default:
        return readNumber();
    }
}

JsonToken JsonScanner::word(std::string_view spelling, JsonToken token)
{
    if (m_text.substr(m_at, spelling.size()) != spelling)
        refuse("a value is missing");
    m_at += spelling.size();
    m_expected = Expected::Separator;
    return token;
}

JsonToken JsonScanner::numberWord(std::string_view spelling, double number)
{
    m_number = number;
    return word(spelling, JsonToken::Number);
}

std::size_t JsonScanner::digits()
{
    const std::size_t first = m_at;
    while (isDigit(peek()))
        ++m_at;
    return m_at - first;
}

JsonToken JsonScanner::readNumber()
{
    const std::size_t first = m_at;
    if (peek() == '-')
        ++m_at;
    if (peek() == 'I')
        return numberWord("Infinity", -std::numeric_limits<double>::infinity());
    const bool zero = peek() == '0';
    const std::size_t whole = digits();
    if (whole == 0)
        refuse("a value is missing");
    if (zero && whole > 1)
        refuse("a number begins with 0");
    if (peek() == '.') {
        ++m_at;
        if (digits() == 0)
            refuse("a digit is missing");
    }
    if (peek() == 'e' || peek() == 'E') {
        ++m_at;
        if (peek() == '+' || peek() == '-')
            ++m_at;
        if (digits() == 0)
            refuse("a digit is missing");
    }
    const std::string_view spelling = m_text.substr(first, m_at - first);
    if (std::from_chars(spelling.data(), spelling.data() + spelling.size(), m_number).ec != std::errc())
        m_number = nearestToZero(spelling);
    m_expected = Expected::Separator;
    return JsonToken::Number;
}

/// What is closer to 0 than any double but 0. Whatever else is out of range is too large.
double JsonScanner::nearestToZero(std::string_view spelling) const
{
    if (powerOfTen(spelling) >= 0)
        refuse("a number is beyond the range of a double");
    return spelling.front() == '-' ? -0.0 : 0.0;
}

void JsonScanner::readString()
{
    m_string.clear();
    for (++m_at;; ++m_at) {
        if (m_at >= m_text.size())
            refuse("a text does not end");
        const char c = m_text[m_at];
        if (c == '"')
            break;
        if (static_cast<unsigned char>(c) < 0x20)
            refuse("a text has a control character in it");
        if (c == '\\')
            readEscape();
        else
            m_string += c;
    }
    ++m_at;
    if (!isUtf8(m_string))
        refuse("a text is no UTF-8");
}

/// Leaves the place at the last character of the escape.
void JsonScanner::readEscape()
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    ++m_at;
    const std::size_t simple = peek() == '\0' ? std::string_view::npos : letters.find(peek());
    if (simple != std::string_view::npos) {
        m_string += meanings[simple];
        return;
    }
    if (peek() != 'u')
        refuse("a text has an unknown escape in it");
    unsigned code = hexDigits();
    if (code >= 0xd800 && code < 0xdc00 && m_text.substr(m_at + 1, 2) == "\\u") {
        m_at += 2;
        const unsigned low = hexDigits();
        if (low < 0xdc00 || low > 0xdfff)
            refuse("a text has half a character in it");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    appendUtf8(m_string, code); // a lone half is no UTF-8, which is found at the end
}

unsigned JsonScanner::hexDigits()
{
    unsigned code = 0;
    const auto four = m_text.substr(m_at + 1, 4);
    const auto read = std::from_chars(four.data(), four.data() + four.size(), code, 16);
    if (four.size() != 4 || read.ec != std::errc() || read.ptr != four.data() + 4)
        refuse("a text has an escape without four digits in it");
    m_at += 4;
    return code;
}

}
