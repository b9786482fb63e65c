// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "capture/draft.h"
#include "capture/headlist.h"

namespace core {

/// Tokens of one item's queries and keys; empty where there are none or their number is not that of every head.
struct ItemTokens
{
    std::vector<std::string> queries;
    std::vector<std::string> keys;
};

/// One entry per item of the dump. Adds a finding for tokens that do not fit.
std::vector<ItemTokens> readTokens(Draft& draft, const std::vector<Head>& heads);

}
