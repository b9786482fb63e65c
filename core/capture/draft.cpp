// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/draft.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "capture/text.h"

namespace core {

std::string Draft::sidecarName() const
{
    const bool metadata = sidecar() != nullptr && sidecar()->path.starts_with("metadata");
    return metadata ? "the metadata" : "the sidecar";
}

void Draft::find(const std::string& subject, const std::string& reading, const std::string& reason)
{
    const bool told = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
        return finding.subject == subject && finding.reading == reading && finding.reason == reason;
    });
    if (!told)
        findings.push_back({subject, reading, reason});
}

void Draft::need(const std::string& hint)
{
    if (std::find(needs.begin(), needs.end(), hint) == needs.end())
        needs.push_back(hint);
}

namespace {

std::optional<Source> sourceOf(const std::optional<std::string>& kind)
{
    if (!kind)
        return std::nullopt;
    return *kind == "probs" ? Source::Probabilities : *kind == "scores" ? Source::Scores : Source::Factors;
}

/// Hints from the sidecar, where the caller states none.
void addRemembered(Draft& draft)
{
    if (draft.sidecar() == nullptr || !draft.hints.useRemembered)
        return;
    const Stated& stated = draft.sidecar()->stated;
    std::vector<std::string> taken;
    const auto complete = [&taken](auto& to, const auto& from, const char* what) {
        if (to || !from)
            return;
        to = from;
        taken.emplace_back(what);
    };
    complete(draft.hints.kind, sourceOf(stated.kind), "kind");
    complete(draft.hints.roles, stated.roles, "roles");
    complete(draft.hints.causal, stated.causal, "causal");
    complete(draft.hints.scale, stated.scale, "scale");
    complete(draft.hints.queryHeads, stated.queryHeads, "query heads");
    complete(draft.hints.kvHeads, stated.kvHeads, "kv heads");
    complete(draft.hints.mask, stated.mask, "mask");
    complete(draft.hints.group, stated.group, "group");
    if (!taken.empty())
        draft.find("stated", fmt::format("{}", fmt::join(taken, ", ")),
            "\"stated\" in " + draft.sidecarName() + "; it overrides what is inferred");
}

void findSteps(Draft& draft)
{
    for (const StepNest& nest : draft.dump->steps)
        if (nest.obstacle.empty())
            draft.find("generation steps" + (nest.name.empty() ? "" : " of " + nest.name),
                countText(nest.steps, "step") + " stacked to " + countText(nest.queries, "row") + " x "
                    + countText(nest.keys, "key"),
                "lists of layers in a list of steps, as generate() returns them"
                    + std::string(nest.growing ? "; a query has no weight on keys that did not exist yet" : ""));
}

/// A list of one tensor numbers nothing: "arr_0" may be a stack of layers.
void dropLoneIndex(std::vector<NameReading>& names)
{
    const auto isIndex = [](const NameReading& name) { return name.layerIsIndex; };
    if (std::count_if(names.begin(), names.end(), isIndex) == 1) {
        const auto lone = std::find_if(names.begin(), names.end(), isIndex);
        lone->layer.reset();
        lone->layerIsIndex = false;
    }
}

/// What the name of a lone tensor does not say, the name of its file may: "gpt2_L5.json" with an "attention" in it.
void readFileName(Draft& draft)
{
    if (draft.names.size() != 1)
        return;
    const NameReading file = readName(draft.dump->path.stem().string());
    if (!draft.names[0].layer && !file.layerIsIndex)
        draft.names[0].layer = file.layer;
    if (draft.names[0].group.empty())
        draft.names[0].group = file.group;
}

}

Draft draftOf(DumpFile dump, const Hints& hints)
{
    Draft draft;
    draft.dump = std::make_shared<const DumpFile>(std::move(dump));
    draft.hints = hints;
    addRemembered(draft);
    for (std::size_t i = 0; i < draft.dump->tensors.size(); ++i) {
        draft.names.push_back(readName(draft.tensor(i).name));
        TensorReading reading;
        reading.tensor = i;
        reading.axes.assign(draft.tensor(i).shape.size(), "single");
        reading.axisReasons.assign(draft.tensor(i).shape.size(), "");
        draft.readings.push_back(reading);
    }
    for (const Unread& unread : draft.dump->unread)
        draft.find(unread.name, "not read", unread.reason);
    findSteps(draft);
    dropLoneIndex(draft.names);
    readFileName(draft);
    return draft;
}

}
