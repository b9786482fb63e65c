// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "files/layout.h"

namespace core {

/// What the header of an .npy file says.
struct NpyHeader
{
    std::string descr; ///< "<f4"; "[" for a record of fields
    AxisOrder order = AxisOrder::LastFastest;
    std::vector<std::uint64_t> shape;
};

/// Reads the Python literal "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }"; nothing else that Python
/// would accept. The error is the reason.
tl::expected<NpyHeader, std::string> parseNpyHeader(std::string_view text);

}
