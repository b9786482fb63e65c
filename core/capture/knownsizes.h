// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// A number that an axis can be compared with, and who says so.
struct KnownSize
{
    std::uint64_t size = 0;
    std::string from; ///< "n_heads in the sidecar", "stated by hint", "the query tokens"
};

/// What is known of a dump's sizes apart from the axis in question.
struct KnownSizes
{
    std::vector<KnownSize> queryHeads;
    std::vector<KnownSize> kvHeads;
    std::vector<KnownSize> layers;
    std::vector<KnownSize> items;
    std::vector<KnownSize> queries;
    std::vector<KnownSize> keys;
};

/// Who says that there are `size` of them, if anyone does.
std::optional<std::string> whoSays(const std::vector<KnownSize>& known, std::uint64_t size);

struct Draft;

/// Sizes from hints, sidecar and mask tensors.
void gatherKnownSizes(Draft& draft);

}
