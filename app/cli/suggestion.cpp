// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/suggestion.h"

#include <algorithm>
#include <numeric>

namespace app {

namespace {

/// Letters to insert, remove or replace to turn one word into the other (Levenshtein).
std::size_t distance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

}

std::string suggestion(std::string_view typed, const std::vector<std::string>& names)
{
    std::string nearest;
    std::size_t best = typed.size() / 3 + 1;
    for (const std::string& name : names) {
        const std::size_t d = distance(typed, name);
        if (d > best || (d == best && !nearest.empty()))
            continue;
        best = d;
        nearest = name;
    }
    return nearest.empty() ? std::string() : "Did you mean '" + nearest + "'?";
}

}
