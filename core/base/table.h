// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace core {

/// One named column. `unit` may be empty.
struct Column
{
    using Values = std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>>;

    std::string name;
    std::string unit;
    Values values;
};

/// Columns of equal length: what views, plots and exports read.
struct Table
{
    std::vector<Column> columns;
};

}
