// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/work.h"
#include "capture/capture.h"
#include "study/maskfile.h"
#include "truncation/preparedrule.h"

namespace core {

/// Makes a rule ready for one head after the other: reads its mask, weighs its blocks, or chooses keys for a K/V group.
class RulePreparer
{
public:
    enum class Sharing { None, KvGroup };

    /// `capture` has to outlive it. Errors: BadRequest (a number out of range, a rule that cannot be shared), those of
    /// MaskFile::open.
    static Result<RulePreparer> of(const Capture& capture, const Rule& rule, Sharing sharing = Sharing::None);

    /// Valid for `rows` of the head (rising; empty: all). Heads of one K/V group are best asked for one after the
    /// other. Errors: BadRequest (a mask that does not fit), Cancelled, FileChanged, TooLarge.
    Result<PreparedRule> forHead(const HeadInfo& head, const std::vector<std::size_t>& rows, Work& work);

    const MaskFile* mask() const { return m_mask ? &*m_mask : nullptr; }

private:
    RulePreparer(const Capture& capture, Rule rule, Sharing sharing)
        : m_capture(&capture)
        , m_rule(std::move(rule))
        , m_sharing(sharing)
    {
    }

    Result<PreparedRule> shared(const HeadInfo& head, const std::vector<std::size_t>& rows, Work& work);

    const Capture* m_capture;
    Rule m_rule;
    Sharing m_sharing;
    std::optional<MaskFile> m_mask;
    /// The latest shared choice, and for which head and rows it was made.
    std::shared_ptr<const MarkedKeys> m_shared;
    std::optional<HeadInfo> m_sharedBy;
    std::vector<std::size_t> m_sharedRows;
};

}
