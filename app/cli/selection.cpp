// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/selection.h"

#include <algorithm>
#include <set>

namespace app {

namespace {

using core::HeadInfo;

tl::unexpected<core::Error> nothingFits(const std::string& what, const std::string& there)
{
    return core::failure(core::ErrorCode::BadRequest, "failed to select heads: the dump has no " + what, there);
}

/// "0-5", "0, 2-3" of the numbers that occur.
template <typename Number>
std::string occurring(const std::vector<HeadInfo>& heads, Number number)
{
    std::set<std::size_t> numbers;
    for (const HeadInfo& head : heads)
        numbers.insert(number(head));
    NumberRanges ranges;
    for (const std::size_t n : numbers) {
        if (!ranges.empty() && ranges.back().last + 1 == n)
            ranges.back().last = n;
        else
            ranges.push_back({n, n});
    }
    std::string text;
    for (const NumberRange& range : ranges)
        text += (text.empty() ? "" : ", ") + rangeText(range);
    return text;
}

std::size_t layerOf(const HeadInfo& head)
{
    return head.id.layer.value;
}
std::size_t headOf(const HeadInfo& head)
{
    return head.id.head.value;
}
std::size_t itemOf(const HeadInfo& head)
{
    return head.id.item.value;
}

bool fits(const HeadInfo& head, const HeadPick& choice)
{
    return (!choice.layer || *choice.layer == layerOf(head)) && choice.heads.contains(headOf(head));
}

template <typename Choice, typename Fits>
core::Result<void> keep(std::vector<HeadInfo>& heads, const std::vector<Choice>& choices, Fits fitsChoice,
    const std::string& kind, auto number)
{
    if (choices.empty())
        return {};
    for (const Choice& choice : choices)
        if (std::none_of(heads.begin(), heads.end(), [&](const HeadInfo& head) { return fitsChoice(head, choice); }))
            return nothingFits(
                kind + " like the one asked for", "It has " + kind + "s " + occurring(heads, number) + ".");
    std::erase_if(heads, [&](const HeadInfo& head) {
        return std::none_of(
            choices.begin(), choices.end(), [&](const Choice& choice) { return fitsChoice(head, choice); });
    });
    return {};
}

core::Result<std::vector<HeadInfo>> ofSource(const core::Capture& capture, std::optional<core::Source> source)
{
    if (!source)
        return core::defaultHeads(capture);
    auto heads = capture.heads();
    std::erase_if(heads, [source](const HeadInfo& head) { return head.id.source != *source; });
    if (heads.empty())
        return nothingFits("source '" + std::string(nameOf(*source)) + "'", "The command info lists the sources.");
    return heads;
}

core::Result<void> keepGroup(std::vector<HeadInfo>& heads, const std::optional<std::string>& group)
{
    if (!group)
        return {};
    std::set<std::string> names;
    for (const HeadInfo& head : heads)
        names.insert(head.id.group);
    if (!names.contains(*group)) {
        std::string list;
        for (const std::string& name : names)
            list += (list.empty() ? "'" : ", '") + name + "'";
        return nothingFits("group '" + *group + "'", "It has " + list + ".");
    }
    std::erase_if(heads, [&](const HeadInfo& head) { return head.id.group != *group; });
    return {};
}

}

core::Result<std::vector<HeadInfo>> selectHeads(const core::Capture& capture, const Selection& selection)
{
    auto heads = ofSource(capture, selection.source);
    if (!heads)
        return heads;
    const auto inRange = [](auto number) {
        return [number](const HeadInfo& head, const NumberRange& range) { return range.contains(number(head)); };
    };
    if (auto kept = keepGroup(*heads, selection.group); !kept)
        return tl::unexpected(kept.error());
    if (auto kept = keep(*heads, selection.layers, inRange(layerOf), "layer", layerOf); !kept)
        return tl::unexpected(kept.error());
    if (auto kept = keep(*heads, selection.items, inRange(itemOf), "item", itemOf); !kept)
        return tl::unexpected(kept.error());
    if (auto kept = keep(*heads, selection.heads, fits, "head", headOf); !kept)
        return tl::unexpected(kept.error());
    return heads;
}

core::Result<HeadInfo> selectHead(const core::Capture& capture, const Selection& selection)
{
    const auto heads = selectHeads(capture, selection);
    if (!heads)
        return tl::unexpected(heads.error());
    if (heads->size() == 1)
        return heads->front();
    std::string some;
    for (std::size_t i = 0; i < std::min<std::size_t>(heads->size(), 4); ++i)
        some += (i == 0 ? "" : ", ") + fullName((*heads)[i]);
    return core::failure(core::ErrorCode::BadRequest,
        "failed to select one head: " + std::to_string(heads->size()) + " heads fit (" + some
            + (heads->size() > 4 ? " ..." : "") + ")",
        "Say which with --layer, --head, --item or --group.");
}

core::Result<std::vector<std::size_t>> selectRows(const HeadInfo& head, const NumberRanges& rows)
{
    std::set<std::size_t> chosen;
    for (const NumberRange& range : rows) {
        if (range.last >= head.rowCount)
            return core::failure(core::ErrorCode::BadRequest,
                "failed to select row " + std::to_string(range.last) + ": " + fullName(head) + " has "
                    + std::to_string(head.rowCount) + " rows",
                "Rows count from 0.");
        for (std::size_t row = range.first; row <= range.last; ++row)
            chosen.insert(row);
    }
    return std::vector<std::size_t>(chosen.begin(), chosen.end());
}

core::Result<void> checkSharing(const std::vector<HeadInfo>& heads, const Options& options)
{
    const bool some = std::any_of(heads.begin(), heads.end(), [](const HeadInfo& head) { return head.kvHead; });
    if (options.sharing == core::RulePreparer::Sharing::None || some)
        return {};
    return core::failure(core::ErrorCode::BadRequest,
        "failed to share keys in K/V groups: the chosen heads have K and V of their own",
        "Leave out --share-kv, or state --kv-heads.");
}

std::string fullName(const HeadInfo& head)
{
    return head.id.group.empty() ? head.name : head.id.group + " " + head.name;
}

double cellCount(const std::vector<HeadInfo>& heads)
{
    double cells = 0;
    for (const HeadInfo& head : heads)
        cells += static_cast<double>(head.rowCount) * static_cast<double>(head.keyCount);
    return cells;
}

}
