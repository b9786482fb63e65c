// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/captureof.h"

#include <algorithm>
#include <utility>

#include "capture/causality.h"
#include "capture/grouping.h"
#include "capture/headlist.h"
#include "capture/hints.h"
#include "capture/labels.h"
#include "capture/loadedcapture.h"
#include "capture/members.h"
#include "capture/padding.h"
#include "capture/refusal.h"
#include "capture/remedy.h"
#include "capture/scaling.h"
#include "capture/sinks.h"
#include "capture/softcaps.h"
#include "capture/text.h"
#include "capture/windows.h"

namespace core {
namespace {

tl::unexpected<Error> needsHints(const Draft& draft)
{
    return failure(ErrorCode::HintNeeded,
        "failed to open '" + draft.dump->path.string() + "': more than one reading fits, or something is not stated",
        "State what is missing as an option; causal, scale, heads and layers may stand in a sidecar "
        "NAME.tokens.json instead.",
        draft.needs);
}

tl::unexpected<Error> holdsNoAttention(const Draft& draft)
{
    std::vector<std::string> reasons;
    bool hintsHelp = false;
    for (const TensorReading& reading : draft.readings) {
        const Tensor& tensor = draft.tensor(reading.tensor);
        const std::string remedy = remedyOf(tensor, draft.names[reading.tensor]);
        hintsHelp = hintsHelp || (remedy.empty() && isFloating(tensor.element));
        reasons.push_back("'" + tensor.name + "' (" + std::string(nameOf(tensor.element)) + ", "
            + shapeText(tensor.shape) + "): " + reading.reason + (remedy.empty() ? "" : "; " + remedy));
    }
    return failure(ErrorCode::Unsupported,
        "failed to open '" + draft.dump->path.string() + "': no attention found; it holds "
            + countText(draft.readings.size(), "tensor")
            + " and none is probabilities or scores (.., query, key) or a pair of Q and K (.., position, dim)",
        hintsHelp
            ? "State --kind probs|scores and --roles if a tensor is one of these; Q and K are told apart by names "
              "such as layers.0.q and layers.0.k."
            : "Save one of these as floating numbers with two to five axes.",
        std::move(reasons));
}

/// Steps of layers that are not stacked would be taken for layers one by one.
Result<void> checkSteps(const Draft& draft)
{
    for (const StepNest& nest : draft.dump->steps)
        if (!nest.obstacle.empty())
            return failure(ErrorCode::Unsupported,
                "failed to open '" + draft.dump->path.string() + "': its tensors '" + nest.name
                    + "[..][..]' are lists in a list and no steps of generation: " + nest.obstacle,
                "Save one list of layers, for example that of one step: torch.save(attentions[0], 'OUT.pt').");
    return {};
}

}

Result<std::shared_ptr<const Capture>> captureOf(DumpFile dump, const Hints& hints)
{
    Draft draft = draftOf(std::move(dump), hints);
    if (auto checked = checkSteps(draft); !checked)
        return tl::unexpected(checked.error());
    if (auto checked = checkHints(draft); !checked)
        return tl::unexpected(checked.error());
    gatherKnownSizes(draft);
    const auto masks = readMasks(draft);
    if (!masks)
        return tl::unexpected(masks.error());
    if (auto read = readMembers(draft); !read)
        return tl::unexpected(read.error());
    if (!draft.needs.empty())
        return needsHints(draft);
    LayerTable table = groupLayers(draft);
    if (table.empty())
        return holdsNoAttention(draft);
    if (auto refused = refuseFactors(draft, table); !refused)
        return tl::unexpected(refused.error());
    const auto causal = readCausality(draft, table);
    if (!draft.needs.empty())
        return needsHints(draft);
    const auto windows = readWindows(draft, table, causal);
    if (!windows)
        return tl::unexpected(windows.error());
    const auto scales = readScales(draft, table);
    if (!scales)
        return tl::unexpected(scales.error());
    const auto softCaps = readSoftCaps(draft, table);
    if (!softCaps)
        return tl::unexpected(softCaps.error());
    const auto sinks = readSinks(draft, table);
    if (!sinks)
        return tl::unexpected(sinks.error());
    auto heads = listHeads(draft, {table, causal, *windows, *scales, *softCaps, *sinks, *masks});
    if (!heads)
        return tl::unexpected(heads.error());
    auto tokens = readTokens(draft, *heads);
    return std::make_shared<const LoadedCapture>(std::move(draft), std::move(*heads), std::move(tokens));
}

}
