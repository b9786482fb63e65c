// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion/readback.h"

#include <algorithm>
#include <system_error>

#include "capture/captureof.h"
#include "files/sidecar.h"
#include "files/utf8.h"

namespace core {

namespace {

/// What can be done where a file does not read back as it was meant.
std::string adviceFor(const std::filesystem::path& place)
{
    std::error_code error;
    const auto sidecar = sidecarPathOf(place);
    if (std::filesystem::exists(sidecar, error))
        return inQuotes(sidecar.filename().string()) + " lies beside it and is read with it: choose another name.";
    return "Convert less at a time, with --group, --layer, --item or --source.";
}

std::string optionalText(const std::optional<double>& number)
{
    return number ? std::to_string(*number) : "none";
}

/// What the file says otherwise of a head; empty when nothing.
std::string differenceOf(const HeadInfo& found, const HeadInfo& wanted)
{
    const auto kvHead = [](const HeadInfo& head) { return head.kvHead ? std::to_string(head.kvHead->value) : "own"; };
    const auto yesNo = [](bool x) { return std::string(x ? "yes" : "no"); };
    const auto shape = [](const HeadInfo& head) {
        return std::to_string(head.rowCount) + " x " + std::to_string(head.keyCount);
    };
    if (shape(found) != shape(wanted))
        return "shape " + shape(found) + " instead of " + shape(wanted);
    if (found.element != wanted.element)
        return std::string(nameOf(found.element)) + " instead of " + std::string(nameOf(wanted.element));
    if (found.causal != wanted.causal)
        return "causal " + yesNo(found.causal) + " instead of " + yesNo(wanted.causal);
    if (found.scale != wanted.scale)
        return "scale " + optionalText(found.scale) + " instead of " + optionalText(wanted.scale);
    if (found.window != wanted.window)
        return "window " + std::to_string(found.window.value_or(0)) + " instead of "
            + std::to_string(wanted.window.value_or(0));
    if (found.softCap != wanted.softCap)
        return "soft-cap " + optionalText(found.softCap) + " instead of " + optionalText(wanted.softCap);
    if (found.sinkScore != wanted.sinkScore)
        return "sink score " + optionalText(found.sinkScore) + " instead of " + optionalText(wanted.sinkScore);
    if (found.kvHead != wanted.kvHead)
        return "K/V head " + kvHead(found) + " instead of " + kvHead(wanted);
    if (found.hasValues != wanted.hasValues)
        return "V " + yesNo(found.hasValues) + " instead of " + yesNo(wanted.hasValues);
    if (found.origin.mask.empty() != wanted.origin.mask.empty())
        return "padding " + yesNo(!found.origin.mask.empty()) + " instead of " + yesNo(!wanted.origin.mask.empty());
    return {};
}

tl::unexpected<Error> readsOtherwise(const std::filesystem::path& place, const std::string& what)
{
    return failure(ErrorCode::BadRequest,
        "failed to convert into '" + place.string() + "': read back, it would have " + what + ". Nothing was written.",
        adviceFor(place));
}

Result<std::shared_ptr<const Capture>> openAs(const std::filesystem::path& written, const std::filesystem::path& place)
{
    auto dump = openDump(written);
    if (!dump)
        return tl::unexpected(dump.error());
    auto beside = readSidecar(sidecarPathOf(place));
    if (!beside)
        return tl::unexpected(beside.error());
    if (*beside)
        dump->sidecar = dump->sidecar ? merged(std::move(**beside), *dump->sidecar) : std::move(**beside);
    dump->path = place;
    return captureOf(std::move(*dump));
}

}

std::vector<HeadInfo> expectedHeads(const std::vector<LayerHeads>& layers, Values values)
{
    std::vector<HeadInfo> expected;
    for (const LayerHeads& layer : layers)
        for (const SourceHeads& heads : layer.sources) {
            const std::size_t count = heads.headCount();
            const std::size_t sharers = headsPerKvHead(heads).value_or(1);
            for (std::size_t i = 0; i < heads.heads.size(); ++i) {
                HeadInfo head = heads.heads[i];
                head.id.item = ItemIndex{static_cast<std::uint32_t>(i / count)};
                head.id.head = HeadIndex{static_cast<std::uint32_t>(i % count)};
                head.kvHead.reset();
                if (sharers > 1)
                    head.kvHead = HeadIndex{static_cast<std::uint32_t>(i % count / sharers)};
                head.hasValues = head.hasValues && values == Values::Written;
                expected.push_back(std::move(head));
            }
        }
    return expected;
}

Result<void> checkReadBack(
    const std::filesystem::path& written, const std::filesystem::path& place, std::vector<HeadInfo> expected)
{
    const auto capture = openAs(written, place);
    if (!capture) {
        Error error = capture.error();
        error.message += ". This is the converted file, read back. Nothing was written";
        error.advice = adviceFor(place);
        return tl::unexpected(std::move(error));
    }
    auto found = (*capture)->heads();
    const auto byId = [](const HeadInfo& a, const HeadInfo& b) { return a.id < b.id; };
    std::sort(found.begin(), found.end(), byId);
    std::sort(expected.begin(), expected.end(), byId);
    if (found.size() != expected.size())
        return readsOtherwise(
            place, std::to_string(found.size()) + " heads instead of " + std::to_string(expected.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].id != expected[i].id)
            return readsOtherwise(place,
                "a head " + found[i].id.group + " " + shortName(found[i].id) + " of source "
                    + std::string(nameOf(found[i].id.source)) + " instead of " + expected[i].id.group + " "
                    + shortName(expected[i].id) + " of source " + std::string(nameOf(expected[i].id.source)));
        if (const std::string what = differenceOf(found[i], expected[i]); !what.empty())
            return readsOtherwise(place, "for " + found[i].name + " " + what);
    }
    return {};
}

}
