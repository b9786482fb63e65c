// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <variant>

#include "base/result.h"

namespace core {

/// Keep the k keys of largest score; ties: lower index first. k larger than a row's keys keeps all.
struct TopK
{
    std::size_t k = 0;
    friend bool operator==(const TopK&, const TopK&) = default;
};

/// Keep, per row, the fewest keys whose tail mass is certified below epsilon: k_eps.
struct Cover
{
    double epsilon = 0;
    friend bool operator==(const Cover&, const Cover&) = default;
};

/// How a kept set is chosen. What is kept is data: a new rule adds an alternative here and changes no backend
/// interface.
using Kept = std::variant<TopK, Cover>;

/// "topk:64". Error: BadRequest, with the rules that are known.
Result<Kept> parseRule(const std::string& text);
std::string ruleText(const Kept& rule);

}
