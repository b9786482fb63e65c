// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/capture.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "capture/captureof.h"
#include "capture/text.h"

namespace core {

std::string shortName(const HeadId& id)
{
    return numbered("L", id.layer.value) + "H" + std::to_string(id.head.value);
}

std::string_view nameOf(Source source)
{
    switch (source) {
    case Source::Probabilities:
        return "probs";
    case Source::Scores:
        return "scores";
    case Source::Factors:
        break;
    }
    return "qkv";
}

std::string_view nameOf(TensorRole role)
{
    switch (role) {
    case TensorRole::Probabilities:
        return "P";
    case TensorRole::Scores:
        return "S";
    case TensorRole::Queries:
        return "Q";
    case TensorRole::Keys:
        return "K";
    case TensorRole::Values:
        return "V";
    case TensorRole::Sinks:
        return "sinks";
    case TensorRole::Mask:
        return "mask";
    case TensorRole::Other:
        break;
    }
    return "-";
}

Result<std::shared_ptr<const Capture>> Capture::open(const std::filesystem::path& path, const Hints& hints)
{
    auto dump = openDump(path);
    if (!dump)
        return tl::unexpected(dump.error());
    return captureOf(std::move(*dump), hints);
}

std::vector<HeadInfo> defaultHeads(const Capture& capture)
{
    std::vector<HeadInfo> heads;
    std::copy_if(
        capture.heads().begin(), capture.heads().end(), std::back_inserter(heads), [&capture](const HeadInfo& head) {
            return head.id.source == capture.defaultSource(head.id.group, head.id.layer);
        });
    return heads;
}

std::vector<HeadInfo> headsOf(const Capture& capture, Source source)
{
    std::set<std::pair<std::string, LayerIndex>> having;
    for (const HeadInfo& head : capture.heads())
        if (head.id.source == source)
            having.emplace(head.id.group, head.id.layer);
    std::vector<HeadInfo> heads;
    std::copy_if(capture.heads().begin(), capture.heads().end(), std::back_inserter(heads), [&](const HeadInfo& head) {
        const bool has = having.contains({head.id.group, head.id.layer});
        return head.id.source == (has ? source : capture.defaultSource(head.id.group, head.id.layer));
    });
    return heads;
}

}
