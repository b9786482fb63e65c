// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/flatrecord.h"

#include <cmath>

#include "exchange/decimal.h"

namespace core {

void FlatRecords::beginObject(std::string_view key, JsonWriter::Layout)
{
    m_keys.emplace_back(key);
}

void FlatRecords::endObject()
{
    m_keys.pop_back();
}

void FlatRecords::text(std::string_view key, std::string_view value)
{
    std::string name;
    for (const std::string& outer : m_keys)
        name += outer + "_";
    name += key;
    auto [column, isNew] = m_columns.try_emplace(name);
    if (isNew)
        m_names.push_back(name);
    column->second.resize(m_lines);
    column->second.back() = value;
}

void FlatRecords::number(std::string_view key, double value)
{
    if (std::isfinite(value))
        text(key, decimalText(value));
}

void FlatRecords::lower(std::string_view key, double value)
{
    if (std::isfinite(value))
        text(key, numberDown(value));
}

void FlatRecords::upper(std::string_view key, double value)
{
    if (std::isfinite(value))
        text(key, numberUp(value));
}

void FlatRecords::integer(std::string_view key, std::uint64_t value)
{
    text(key, std::to_string(value));
}

Table FlatRecords::table() const
{
    Table table;
    for (const std::string& name : m_names) {
        auto values = m_columns.at(name);
        values.resize(m_lines);
        table.columns.push_back({name, {}, std::move(values)});
    }
    return table;
}

}
