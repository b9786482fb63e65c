// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/loadedcapture.h"

#include <utility>

namespace core {
namespace {

/// Factors, then scores, then probabilities.
bool isPreferred(Source candidate, Source over)
{
    return static_cast<int>(candidate) > static_cast<int>(over);
}
static_assert(Source::Factors > Source::Scores && Source::Scores > Source::Probabilities);

const std::vector<std::string> noTokens;

}

LoadedCapture::LoadedCapture(Draft draft, std::vector<Head> heads, std::vector<ItemTokens> tokens)
    : m_dump(std::move(draft.dump))
    , m_readings(std::move(draft.readings))
    , m_findings(std::move(draft.findings))
    , m_hints(std::move(draft.hints))
    , m_tokens(std::move(tokens))
{
    for (Head& head : heads) {
        const HeadId& id = head.info.id;
        m_places.emplace(id, m_heads.size());
        const auto [place, added] = m_defaults.emplace(std::pair{id.group, id.layer}, id.source);
        if (!added && isPreferred(id.source, place->second))
            place->second = id.source;
        m_heads.push_back(std::move(head.info));
        m_parts.push_back(std::move(head.parts));
    }
}

Source LoadedCapture::defaultSource(const std::string& group, LayerIndex layer) const
{
    const auto found = m_defaults.find({group, layer});
    return found == m_defaults.end() ? Source::Scores : found->second;
}

Result<std::shared_ptr<const HeadRows>> LoadedCapture::rows(const HeadId& id, PaddedQueries padded) const
{
    const auto found = m_places.find(id);
    if (found == m_places.end())
        return failure(ErrorCode::BadRequest,
            "failed to read '" + shortName(id) + "': the dump has no such head"
                + (id.group.empty() ? "" : " in group " + id.group) + " as " + std::string(nameOf(id.source)),
            "'info' lists the heads of a dump.");
    HeadParts parts = m_parts[found->second];
    parts.masksQueries = parts.masksQueries && padded == PaddedQueries::LeftOut;
    for (const auto& guard : parts.guards)
        if (!guard->intact())
            return failure(ErrorCode::FileChanged,
                "failed to read '" + m_dump->path.string() + "': the file was changed after it was opened",
                "Open it again.");
    return headRows(std::move(parts));
}

const std::vector<std::string>& LoadedCapture::queryTokens(ItemIndex item) const
{
    return item.value < m_tokens.size() ? m_tokens[item.value].queries : noTokens;
}

const std::vector<std::string>& LoadedCapture::keyTokens(ItemIndex item) const
{
    return item.value < m_tokens.size() ? m_tokens[item.value].keys : noTokens;
}

}
