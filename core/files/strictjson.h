// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace core {

/// Bounds of memory and time for JSON from a file. `depth` counts nested lists and objects, `values` everything in
/// them.
struct JsonLimits
{
    int depth = 8;
    std::size_t values = 0;
};

/// JSON in well-formed UTF-8 without repeated keys and within the limits; else the reason. Private to core/files: this
/// header names a library's type.
tl::expected<nlohmann::json, std::string> parseStrictJson(std::string_view text, const JsonLimits& limits);

}
