// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/table.h"
#include "exchange/json.h"

namespace core {

/// Takes records as JsonWriter does and lays them out as lines of a table. A column is named by its keys from the
/// outside in, joined by "_"; a line without a value has an empty field.
class FlatRecords
{
public:
    void beginLine() { ++m_lines; }
    void beginObject(std::string_view key, JsonWriter::Layout layout = JsonWriter::Layout::Lines);
    void endObject();

    void text(std::string_view key, std::string_view value);
    void number(std::string_view key, double value);
    void lower(std::string_view key, double value);
    void upper(std::string_view key, double value);
    void integer(std::string_view key, std::uint64_t value);

    Table table() const;

private:
    std::vector<std::string> m_keys;
    std::vector<std::string> m_names; ///< of columns, in order of appearance
    std::map<std::string, std::vector<std::string>, std::less<>> m_columns;
    std::size_t m_lines = 0;
};

}
