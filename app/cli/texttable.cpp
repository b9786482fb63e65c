// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/texttable.h"

#include <algorithm>

namespace app {

namespace {

/// Characters of UTF-8 text: bytes that do not continue one.
std::size_t widthOf(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

}

std::string printable(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = '?';
    return result;
}

void TextTable::print(std::ostream& out) const
{
    std::vector<std::vector<std::string>> lines;
    auto& headings = lines.emplace_back();
    for (const Column& column : m_columns)
        headings.push_back(column.heading);
    for (const auto& cells : m_lines) {
        auto& line = lines.emplace_back();
        std::transform(cells.begin(), cells.end(), std::back_inserter(line), printable);
    }
    std::vector<std::size_t> widths(m_columns.size());
    for (const auto& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(line[i]));
    for (const auto& line : lines) {
        std::string text;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string space(widths[i] - widthOf(line[i]), ' ');
            text += "  " + (m_columns[i].align == Align::Right ? space + line[i] : line[i] + space);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out << text << '\n';
    }
}

}
