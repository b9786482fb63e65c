// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/npyheader.h"

#include <charconv>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "files/utf8.h"

namespace core {

namespace {

struct Refused
{
    std::string reason;
};

class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    NpyHeader parse()
    {
        NpyHeader header;
        std::set<std::string> seen;
        expect('{');
        while (!take('}')) {
            const std::string key = string();
            if (!seen.insert(key).second)
                refuse(fmt::format("the key {} stands twice", inQuotes(key)));
            expect(':');
            if (!value(key, header))
                return header;
            if (!take(',') && peek() != '}')
                refuse("a comma or a closing brace is missing");
        }
        if (peek() != '\0' || m_at != m_text.size())
            refuse("something follows the closing brace");
        if (seen.size() != 3)
            refuse("one of 'descr', 'fortran_order' and 'shape' is missing");
        return header;
    }

private:
    [[noreturn]] void refuse(const std::string& reason) const
    {
        throw Refused{fmt::format("{} (byte {} of its header)", reason, m_at)};
    }

    /// The next character that is no space; zero at the end.
    char peek()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t'))
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool take(char c)
    {
        if (peek() != c || m_at == m_text.size())
            return false;
        ++m_at;
        return true;
    }

    void expect(char c)
    {
        if (!take(c))
            refuse(fmt::format("'{}' is missing", c));
    }

    bool takeWord(std::string_view word)
    {
        peek();
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        m_at += word.size();
        return true;
    }

    std::string string()
    {
        const char quote = peek();
        if (quote != '\'' && quote != '"')
            refuse("a string is missing");
        const std::size_t end = m_text.find(quote, m_at + 1);
        if (end == std::string_view::npos)
            refuse("a string does not end");
        std::string text(m_text.substr(m_at + 1, end - m_at - 1));
        if (text.find_first_of("\\\n") != std::string::npos)
            refuse("a string has an escape or a line break in it");
        m_at = end + 1;
        return text;
    }

    /// False when the rest need not be read: a record of fields.
    bool value(const std::string& key, NpyHeader& header)
    {
        if (key == "descr") {
            if (peek() == '[') {
                header.descr = '[';
                return false;
            }
            header.descr = string();
        } else if (key == "fortran_order") {
            header.order = boolean() ? AxisOrder::FirstFastest : AxisOrder::LastFastest;
        } else if (key == "shape") {
            header.shape = tuple();
        } else {
            refuse(fmt::format("the key {} is unknown", inQuotes(key)));
        }
        return true;
    }

    bool boolean()
    {
        if (takeWord("True"))
            return true;
        if (!takeWord("False"))
            refuse("True or False is missing");
        return false;
    }

    std::vector<std::uint64_t> tuple()
    {
        std::vector<std::uint64_t> numbers;
        bool comma = true;
        expect('(');
        while (!take(')')) {
            if (!comma)
                refuse("a comma is missing in the shape");
            if (numbers.size() == mostAxes)
                refuse(fmt::format("the shape has more than {} axes", mostAxes));
            numbers.push_back(wholeNumber());
            comma = take(',');
        }
        if (numbers.size() == 1 && !comma)
            refuse("the shape is a number and no tuple");
        return numbers;
    }

    std::uint64_t wholeNumber()
    {
        if (peek() == '-')
            refuse("the shape has a negative number");
        std::uint64_t number = 0;
        const char* const first = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(first, m_text.data() + m_text.size(), number);
        if (error == std::errc::result_out_of_range)
            refuse("the shape has a number beyond 64 bits");
        if (error != std::errc())
            refuse("a number is missing in the shape");
        m_at += static_cast<std::size_t>(end - first);
        takeWord("L"); // Python 2 wrote long integers so
        return number;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}

tl::expected<NpyHeader, std::string> parseNpyHeader(std::string_view text)
{
    try {
        return Parser(text).parse();
    } catch (const Refused& refused) {
        return tl::unexpected(refused.reason);
    }
}

}
