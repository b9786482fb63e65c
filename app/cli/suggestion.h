// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

/// "Did you mean 'analyze'?", or nothing when no name is near.
std::string suggestion(std::string_view typed, const std::vector<std::string>& names);

}
