// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace core {

/// True for well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool isUtf8(std::string_view text);

/// Text from a file in single quotes, fit for a terminal: control characters and bytes that are no UTF-8 as \xNN, cut
/// after 120 bytes.
std::string inQuotes(std::string_view text);

}
