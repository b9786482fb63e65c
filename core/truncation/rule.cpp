// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/rule.h"

#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace core {

namespace {

/// Larger than any dump, and far from overflow when two are added.
constexpr std::size_t largestCount = std::size_t{1} << 48U;

tl::unexpected<Error> refused(std::string_view text, std::string_view reason)
{
    return failure(ErrorCode::BadRequest, fmt::format("failed to read the rule '{}': {}", text, reason),
        fmt::format("Rules: {}.", ruleGrammar()));
}

/// Takes `prefix` off the front of `text`.
bool take(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Takes a number off the front: digits only for whole ones, no sign.
template <typename Number>
std::optional<Number> takeNumber(std::string_view& text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || text.front() == '-')
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

std::optional<Rule> readTopK(std::string_view text)
{
    const auto k = takeNumber<std::size_t>(text);
    if (!k)
        return std::nullopt;
    if (text.empty())
        return TopK{*k};
    if (!take(text, "+window:"))
        return std::nullopt;
    const auto recent = takeNumber<std::size_t>(text);
    const auto sinks = take(text, "+") ? takeNumber<std::size_t>(text) : std::optional<std::size_t>(0);
    if (!recent || !sinks || !text.empty())
        return std::nullopt;
    return ForcedTopK{*k, {*recent, *sinks}};
}

std::optional<Rule> readWindow(std::string_view text)
{
    const auto recent = takeNumber<std::size_t>(text);
    const auto sinks = take(text, "+") ? takeNumber<std::size_t>(text) : std::optional<std::size_t>(0);
    if (!recent || !sinks || !text.empty())
        return std::nullopt;
    return Window{*recent, *sinks};
}

std::optional<Rule> readBlocks(std::string_view text)
{
    const auto queries = takeNumber<std::size_t>(text);
    if (!queries || !take(text, "x"))
        return std::nullopt;
    const auto keys = takeNumber<std::size_t>(text);
    if (!keys || !take(text, ":top"))
        return std::nullopt;
    const auto count = takeNumber<std::size_t>(text);
    if (!count || !text.empty())
        return std::nullopt;
    return BlockTop{*queries, *keys, *count};
}

std::optional<Rule> readShare(std::string_view text, bool isThreshold)
{
    const auto number = takeNumber<double>(text);
    if (!number || !text.empty())
        return std::nullopt;
    return isThreshold ? Rule(Threshold{*number}) : Rule(TopP{*number});
}

std::optional<Rule> readRule(std::string_view text)
{
    if (take(text, "topk:"))
        return readTopK(text);
    if (take(text, "topp:"))
        return readShare(text, false);
    if (take(text, "threshold:"))
        return readShare(text, true);
    if (take(text, "window:"))
        return readWindow(text);
    if (take(text, "block:"))
        return readBlocks(text);
    if (take(text, "mask:") && !text.empty())
        return ImportedMask{std::string(text)};
    return std::nullopt;
}

/// What is wrong with a rule's numbers; empty when nothing is.
struct Fault
{
    std::string operator()(const TopK& rule) const { return countFault("K", rule.k); }
    std::string operator()(const TopP& rule) const
    {
        return rule.mass > 0 && rule.mass < 1 ? "" : "P must be above 0 and below 1";
    }
    std::string operator()(const Threshold& rule) const
    {
        return rule.probability > 0 && rule.probability <= 1 ? "" : "T must be above 0 and at most 1";
    }
    std::string operator()(const Window& rule) const
    {
        if (rule.recent > largestCount || rule.sinks > largestCount)
            return "a number is too large";
        return rule.recent + rule.sinks > 0 ? "" : "it keeps no key";
    }
    std::string operator()(const ForcedTopK& rule) const
    {
        if (auto fault = countFault("K", rule.k) + (*this)(rule.forced); !fault.empty())
            return fault;
        const std::size_t forced = rule.forced.recent + rule.forced.sinks;
        if (forced > rule.k)
            return fmt::format("the window forces {} keys, which are more than K = {}", forced, rule.k);
        return {};
    }
    std::string operator()(const BlockTop& rule) const
    {
        for (const auto& [name, number] : {std::pair("Q", rule.queries), {"M", rule.keys}, {"B", rule.count}})
            if (auto fault = countFault(name, number); !fault.empty())
                return fault;
        return {};
    }
    std::string operator()(const ImportedMask& rule) const { return rule.path.empty() ? "it names no file" : ""; }

private:
    static std::string countFault(std::string_view name, std::size_t number)
    {
        if (number == 0)
            return fmt::format("{} must be at least 1", name);
        return number > largestCount ? fmt::format("{} is too large", name) : "";
    }
};

struct RuleText
{
    std::string operator()(const TopK& rule) const { return fmt::format("topk:{}", rule.k); }
    std::string operator()(const TopP& rule) const { return fmt::format("topp:{}", rule.mass); }
    std::string operator()(const Threshold& rule) const { return fmt::format("threshold:{}", rule.probability); }
    std::string operator()(const Window& rule) const { return fmt::format("window:{}+{}", rule.recent, rule.sinks); }
    std::string operator()(const ForcedTopK& rule) const
    {
        return fmt::format("topk:{}+{}", rule.k, (*this)(rule.forced));
    }
    std::string operator()(const BlockTop& rule) const
    {
        return fmt::format("block:{}x{}:top{}", rule.queries, rule.keys, rule.count);
    }
    std::string operator()(const ImportedMask& rule) const { return "mask:" + rule.path; }
};

}

std::string_view ruleGrammar()
{
    return "topk:K, topp:P, threshold:T, window:W+A, topk:K+window:W+A, block:QxM:topB, mask:FILE";
}

Result<Rule> parseRule(std::string_view text)
{
    const auto rule = readRule(text);
    if (!rule)
        return refused(text, "it has none of the known forms");
    if (const std::string fault = std::visit(Fault{}, *rule); !fault.empty())
        return refused(text, fault);
    return *rule;
}

std::string ruleText(const Rule& rule)
{
    return std::visit(RuleText{}, rule);
}

Result<void> checkRule(const Rule& rule)
{
    if (const std::string fault = std::visit(Fault{}, rule); !fault.empty())
        return refused(ruleText(rule), fault);
    return {};
}

}
