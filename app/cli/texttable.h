// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// The text with every control character replaced, so that names out of files cannot steer a terminal.
std::string printable(std::string_view text);

/// Lines of cells in aligned columns, the first line as heading.
class TextTable
{
public:
    enum class Align { Left, Right };

    struct Column
    {
        std::string heading;
        Align align = Align::Right;
    };

    explicit TextTable(std::vector<Column> columns)
        : m_columns(std::move(columns))
    {
    }

    /// One cell per column.
    void add(std::vector<std::string> cells) { m_lines.push_back(std::move(cells)); }
    void print(std::ostream& out) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_lines;
};

}
