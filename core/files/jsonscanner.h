// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class JsonToken { BeginObject, EndObject, BeginList, EndList, Key, Text, Number, True, False, Null, End };

/// Why JSON is not read.
struct JsonRefused
{
    std::string reason;
};

/// Reads JSON token by token, without building anything. NaN, Infinity and -Infinity count as numbers, as Python writes
/// them. Throws JsonRefused where the text is no JSON in well-formed UTF-8 or is nested too deep.
class JsonScanner
{
public:
    JsonScanner(std::string_view text, std::size_t mostDepth)
        : m_text(text)
        , m_mostDepth(mostDepth)
    {
    }

    JsonToken next();
    /// The text of the last Key or Text, without its escapes.
    const std::string& text() const { return m_string; }
    /// The last Number, rounded to the nearest double.
    double number() const { return m_number; }
    /// Where the next token is looked for, and what lies between two such places.
    std::size_t place() const { return m_at; }
    std::string_view between(std::size_t begin, std::size_t end) const { return m_text.substr(begin, end - begin); }
    /// The first character ahead that opens no list; zero at the end.
    char firstInLists() const;

    [[noreturn]] void refuse(const std::string& reason) const;

private:
    enum class Expected { Value, FirstItem, Key, FirstKey, Separator };

    void skipSpace();
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    JsonToken open(bool object);
    JsonToken close(bool object);
    JsonToken key();
    JsonToken value();
    JsonToken word(std::string_view spelling, JsonToken token);
    JsonToken numberWord(std::string_view spelling, double number);
    void readString();
    void readEscape();
    unsigned hexDigits();
    JsonToken readNumber();
    std::size_t digits();
    double nearestToZero(std::string_view spelling) const;

    std::string_view m_text;
    std::size_t m_mostDepth;
    std::size_t m_at = 0;
    std::vector<bool> m_open; ///< true: an object
    Expected m_expected = Expected::Value;
    std::string m_string;
    double m_number = 0;
};

}
