// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/rule.h"

#include <charconv>

#include <fmt/format.h>

namespace core {

namespace {

constexpr std::string_view topKPrefix = "topk:";

struct RuleText
{
    std::string operator()(const TopK& rule) const { return fmt::format("{}{}", topKPrefix, rule.k); }
    std::string operator()(const Cover& rule) const { return fmt::format("cover:{}", rule.epsilon); }
};

}

Result<Kept> parseRule(const std::string& text)
{
    const auto refuse = [&](const char* reason) {
        return failure(ErrorCode::BadRequest, fmt::format("failed to read rule '{}': {}", text, reason),
            "known rules: topk:K keeps the K keys of largest score, as in topk:64");
    };
    if (!text.starts_with(topKPrefix))
        return refuse("no rule has this name");
    const char* const first = text.data() + topKPrefix.size();
    const char* const last = text.data() + text.size();
    std::size_t k = 0;
    const auto [end, error] = std::from_chars(first, last, k);
    if (error == std::errc::result_out_of_range)
        return refuse("K is too large");
    if (error != std::errc{} || end != last)
        return refuse("K must be a whole number");
    if (k == 0)
        return refuse("K must be at least 1");
    return TopK{k};
}

std::string ruleText(const Kept& rule)
{
    return std::visit(RuleText{}, rule);
}

}
