// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "base/table.h"

namespace core {

/// Comma-separated values by RFC 4180: a header line of names with units as in "entropy [nat]", lines ended by CR LF,
/// fields quoted where they hold a comma, a quote or a line break. Numbers have enough digits to give the same double
/// again; a number that is not finite is an empty field.
void writeCsv(std::ostream& out, const Table& table);

/// One field, quoted where needed.
std::string csvField(std::string_view text);

}
