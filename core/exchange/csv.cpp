// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/csv.h"

#include <cmath>

#include "exchange/decimal.h"

namespace core {

namespace {

struct FieldAt
{
    std::size_t line;

    std::string operator()(const std::vector<double>& values) const
    {
        return std::isfinite(values[line]) ? decimalText(values[line]) : std::string();
    }
    std::string operator()(const std::vector<std::int64_t>& values) const { return std::to_string(values[line]); }
    std::string operator()(const std::vector<std::string>& values) const { return csvField(values[line]); }
};

std::size_t lineCount(const Table& table)
{
    if (table.columns.empty())
        return 0;
    return std::visit([](const auto& values) { return values.size(); }, table.columns.front().values);
}

template <typename Field>
void writeLine(std::ostream& out, const Table& table, Field field)
{
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        out << (column == 0 ? "" : ",") << field(table.columns[column]);
    out << "\r\n";
}

}

std::string csvField(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string result = "\"";
    for (const char c : text)
        result.append(c == '"' ? 2 : 1, c);
    return result + '"';
}

void writeCsv(std::ostream& out, const Table& table)
{
    writeLine(out, table, [](const Column& column) {
        return csvField(column.unit.empty() ? column.name : column.name + " [" + column.unit + "]");
    });
    const auto lines = lineCount(table);
    for (std::size_t line = 0; line < lines; ++line)
        writeLine(out, table, [line](const Column& column) { return std::visit(FieldAt{line}, column.values); });
}

}
