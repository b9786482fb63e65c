// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/json.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "exchange/decimal.h"

namespace core {

namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text`; 0 when there is none (Unicode, table 3-7).
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto follows = [byte](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
    const unsigned first = byte(0);
    const unsigned second = byte(1);
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        const bool overlong = first == 0xe0 && second < 0xa0;
        const bool surrogate = first == 0xed && second > 0x9f;
        return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const bool overlong = first == 0xf0 && second < 0x90;
        const bool beyond = first == 0xf4 && second > 0x8f;
        return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

void appendControl(std::string& to, char c)
{
    constexpr std::string_view hex = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(c);
    to += "\\u00";
    to += hex[code >> 4U];
    to += hex[code & 0xfU];
}

}

std::string quotedJson(std::string_view text)
{
    std::string result = "\"";
    while (!text.empty()) {
        const auto length = sequenceLength(text);
        const char c = text[0];
        if (length == 0)
            result += "\xef\xbf\xbd";
        else if (c == '"' || c == '\\')
            result.append({'\\', c});
        else if (c == '\n')
            result += "\\n";
        else if (c == '\t')
            result += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            appendControl(result, c);
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result + '"';
}

void JsonWriter::beginObject(std::string_view name, Layout layout)
{
    key(name);
    begin('{', layout);
}

void JsonWriter::beginList(std::string_view name, Layout layout)
{
    key(name);
    begin('[', layout);
}

void JsonWriter::text(std::string_view name, std::string_view value)
{
    key(name);
    text(value);
}

void JsonWriter::number(std::string_view name, double value)
{
    if (!std::isfinite(value))
        return;
    key(name);
    number(value);
}

void JsonWriter::lower(std::string_view name, double value)
{
    if (!std::isfinite(value))
        return;
    key(name);
    lower(value);
}

void JsonWriter::upper(std::string_view name, double value)
{
    if (!std::isfinite(value))
        return;
    key(name);
    upper(value);
}

void JsonWriter::integer(std::string_view name, std::uint64_t value)
{
    key(name);
    integer(value);
}

void JsonWriter::truth(std::string_view name, bool value)
{
    key(name);
    separate();
    m_out << (value ? "true" : "false");
}

void JsonWriter::embed(std::string_view document)
{
    separate();
    document.remove_suffix(document.size() - (document.find_last_not_of(" \n\r\t") + 1));
    for (std::size_t begin = 0; begin < document.size();) {
        const std::size_t end = std::min(document.find('\n', begin), document.size());
        if (begin > 0)
            indent();
        m_out << document.substr(begin, end - begin);
        begin = end + 1;
    }
}

void JsonWriter::text(std::string_view value)
{
    separate();
    m_out << quotedJson(value);
}

void JsonWriter::number(double value)
{
    separate();
    m_out << decimalText(value);
}

void JsonWriter::lower(double value)
{
    separate();
    m_out << numberDown(value);
}

void JsonWriter::upper(double value)
{
    separate();
    m_out << numberUp(value);
}

void JsonWriter::integer(std::uint64_t value)
{
    separate();
    m_out << std::to_string(value);
}

void JsonWriter::null()
{
    separate();
    m_out << "null";
}

void JsonWriter::begin(char bracket, Layout layout)
{
    separate();
    m_out << bracket;
    const bool inLine = !m_levels.empty() && m_levels.back().layout == Layout::Line;
    m_levels.push_back({inLine ? Layout::Line : layout, true});
}

void JsonWriter::end(char bracket)
{
    assert(!m_levels.empty() && !m_afterKey);
    const Level level = m_levels.back();
    m_levels.pop_back();
    if (level.layout == Layout::Lines && !level.empty)
        indent();
    m_out << bracket;
    if (m_levels.empty())
        m_out << '\n';
}

void JsonWriter::key(std::string_view name)
{
    separate();
    m_out << quotedJson(name) << ": ";
    m_afterKey = true;
}

void JsonWriter::separate()
{
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_levels.empty())
        return;
    Level& level = m_levels.back();
    if (!level.empty)
        m_out << (level.layout == Layout::Line ? ", " : ",");
    level.empty = false;
    if (level.layout == Layout::Lines)
        indent();
}

void JsonWriter::indent()
{
    m_out << '\n' << std::string(2 * m_levels.size(), ' ');
}

}
