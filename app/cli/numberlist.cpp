// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/numberlist.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>

#include "capture/capture.h"

namespace app {

namespace {

/// Most values that a list of counts may spell out.
constexpr std::size_t mostCounts = 100000;

tl::unexpected<core::Error> refused(std::string_view option, std::string_view text, std::string_view expected)
{
    return core::failure(core::ErrorCode::BadRequest,
        "failed to read '" + std::string(option) + " " + std::string(text) + "': expected " + std::string(expected));
}

std::vector<std::string_view> parts(std::string_view text)
{
    std::vector<std::string_view> result;
    while (true) {
        const auto comma = text.find(',');
        result.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos)
            return result;
        text.remove_prefix(comma + 1);
    }
}

template <typename Number>
std::optional<Number> numberOf(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<NumberRange> rangeOf(std::string_view text)
{
    const auto dash = text.find('-');
    const auto first = numberOf<std::size_t>(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : numberOf<std::size_t>(text.substr(dash + 1));
    if (!first || !last || *last < *first)
        return std::nullopt;
    return NumberRange{*first, *last};
}

std::optional<HeadPick> headOf(std::string_view text)
{
    if (const auto range = rangeOf(text))
        return HeadPick{std::nullopt, *range};
    const auto mark = text.find_first_of("Hh");
    if (text.empty() || (text[0] != 'L' && text[0] != 'l') || mark == std::string_view::npos)
        return std::nullopt;
    const auto layer = numberOf<std::size_t>(text.substr(1, mark - 1));
    const auto head = numberOf<std::size_t>(text.substr(mark + 1));
    if (!layer || !head)
        return std::nullopt;
    return HeadPick{layer, {*head, *head}};
}

}

core::Result<NumberRanges> parseRanges(std::string_view option, const std::string& text)
{
    NumberRanges ranges;
    for (const auto part : parts(text)) {
        const auto range = rangeOf(part);
        if (!range)
            return refused(option, text, "numbers from 0 up and ranges, as in 0,3-7");
        ranges.push_back(*range);
    }
    return ranges;
}

core::Result<std::vector<HeadPick>> parseHeads(std::string_view option, const std::string& text)
{
    std::vector<HeadPick> heads;
    for (const auto part : parts(text)) {
        const auto head = headOf(part);
        if (!head)
            return refused(option, text, "head numbers, ranges or names, as in 0,3-7 or L12H7");
        heads.push_back(*head);
    }
    return heads;
}

core::Result<SourcedHead> parseSourcedHead(std::string_view option, const std::string& text)
{
    const auto colon = text.find(':');
    const auto head = headOf(std::string_view(text).substr(0, colon));
    std::optional<core::Source> source;
    if (colon != std::string::npos)
        for (const core::Source known : {core::Source::Probabilities, core::Source::Scores, core::Source::Factors})
            if (nameOf(known) == std::string_view(text).substr(colon + 1))
                source = known;
    if (!head || head->heads.first != head->heads.last || (colon != std::string::npos && !source))
        return refused(option, text, "one head, as in L12H7, or with probs, scores or qkv, as in L12H7:probs");
    return SourcedHead{*head, source};
}

core::Result<std::vector<std::size_t>> parseCounts(std::string_view option, const std::string& text)
{
    const auto ranges = parseRanges(option, text);
    const auto isSmall = [](const NumberRange& range) {
        return range.first >= 1 && range.last - range.first < mostCounts;
    };
    if (!ranges || !std::all_of(ranges->begin(), ranges->end(), isSmall))
        return refused(option, text, "whole numbers from 1 up, as in 8,64 or 1-16");
    std::vector<std::size_t> counts;
    std::unordered_set<std::size_t> known;
    for (const NumberRange& range : *ranges)
        for (std::size_t i = 0; i <= range.last - range.first; ++i) // `last` can be the largest number there is
            if (known.insert(range.first + i).second)
                counts.push_back(range.first + i);
    if (counts.size() > mostCounts)
        return refused(option, text, "at most 100000 numbers");
    return counts;
}

core::Result<std::size_t> parseCount(std::string_view option, const std::string& text)
{
    const auto number = numberOf<std::size_t>(text);
    if (!number || *number == 0)
        return refused(option, text, "a whole number from 1 up");
    return *number;
}

core::Result<std::vector<double>> parseEpsilons(std::string_view option, const std::string& text)
{
    std::vector<double> epsilons;
    for (const auto part : parts(text)) {
        const auto epsilon = numberOf<double>(part);
        if (!epsilon || !(*epsilon > 0 && *epsilon <= 1))
            return refused(option, text, "decimals above 0 and at most 1, as in 0.1,0.01");
        if (std::find(epsilons.begin(), epsilons.end(), *epsilon) == epsilons.end())
            epsilons.push_back(*epsilon);
    }
    return epsilons;
}

core::Result<double> parseNumber(std::string_view option, const std::string& text)
{
    const auto number = numberOf<double>(text);
    if (!number || !std::isfinite(*number))
        return refused(option, text, "a finite number, as in 0.125");
    return *number;
}

bool contains(const NumberRanges& ranges, std::size_t n)
{
    return ranges.empty()
        || std::any_of(ranges.begin(), ranges.end(), [n](const NumberRange& range) { return range.contains(n); });
}

std::string rangeText(const NumberRange& range)
{
    const std::string first = std::to_string(range.first);
    return range.first == range.last ? first : first + "-" + std::to_string(range.last);
}

}
