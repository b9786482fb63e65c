// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/rulepreparer.h"

#include "base/memoryguard.h"
#include "compute/blockrule.h"
#include "study/sharedkeys.h"

namespace core {

namespace {

bool canBeShared(const Rule& rule)
{
    return std::holds_alternative<TopK>(rule) || std::holds_alternative<ForcedTopK>(rule);
}

}

Result<RulePreparer> RulePreparer::of(const Capture& capture, const Rule& rule, Sharing sharing)
{
    if (const auto fits = checkRule(rule); !fits)
        return tl::unexpected(fits.error());
    if (sharing == Sharing::KvGroup && !canBeShared(rule))
        return failure(ErrorCode::BadRequest,
            "failed to share the keys of '" + ruleText(rule)
                + "' in a K/V group: this rule keeps no fixed number of keys",
            "Share topk:K or topk:K+window:W+A.");
    RulePreparer preparer(capture, rule, sharing);
    if (const auto* mask = std::get_if<ImportedMask>(&rule)) {
        auto file = MaskFile::open(mask->path);
        if (!file)
            return tl::unexpected(file.error());
        preparer.m_mask = std::move(*file);
    }
    return preparer;
}

Result<PreparedRule> RulePreparer::forHead(const HeadInfo& head, const std::vector<std::size_t>& rows, Work& work)
{
    return withMemoryGuard([&]() -> Result<PreparedRule> {
        if (m_mask) {
            auto marks = m_mask->forHead(*m_capture, head, rows);
            if (!marks)
                return tl::unexpected(marks.error());
            return PreparedRule(m_rule, std::move(*marks));
        }
        if (const auto* blocks = std::get_if<BlockTop>(&m_rule)) {
            const auto headRows = m_capture->rows(head.id);
            if (!headRows)
                return tl::unexpected(headRows.error());
            const auto masses = blockMasses(**headRows, *blocks, rows, work);
            if (!masses)
                return tl::unexpected(masses.error());
            return PreparedRule(m_rule, masses->best(blocks->count));
        }
        if (m_sharing == Sharing::KvGroup && head.kvHead)
            return shared(head, rows, work);
        return PreparedRule(m_rule);
    });
}

Result<PreparedRule> RulePreparer::shared(const HeadInfo& head, const std::vector<std::size_t>& rows, Work& work)
{
    if (!m_sharedBy || !inSameKvGroup(*m_sharedBy, head) || m_sharedRows != rows) {
        auto marks = sharedKeys(*m_capture, head, m_rule, rows, work);
        if (!marks)
            return tl::unexpected(marks.error());
        m_shared = std::move(*marks);
        m_sharedBy = head;
        m_sharedRows = rows;
    }
    return PreparedRule(m_rule, m_shared);
}

}
