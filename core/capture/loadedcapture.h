// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "capture/capture.h"
#include "capture/draft.h"
#include "capture/headlist.h"
#include "capture/labels.h"

namespace core {

/// A dump that was understood.
class LoadedCapture : public Capture
{
public:
    LoadedCapture(Draft draft, std::vector<Head> heads, std::vector<ItemTokens> tokens);

    const DumpFile& dump() const override { return *m_dump; }
    const std::vector<TensorReading>& readings() const override { return m_readings; }
    const std::vector<Finding>& findings() const override { return m_findings; }
    const Hints& hints() const override { return m_hints; }
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    Source defaultSource(const std::string& group, LayerIndex layer) const override;
    Result<std::shared_ptr<const HeadRows>> rows(const HeadId& id, PaddedQueries padded) const override;
    const std::vector<std::string>& queryTokens(ItemIndex item) const override;
    const std::vector<std::string>& keyTokens(ItemIndex item) const override;

private:
    std::shared_ptr<const DumpFile> m_dump;
    std::vector<TensorReading> m_readings;
    std::vector<Finding> m_findings;
    Hints m_hints;
    std::vector<HeadInfo> m_heads;
    std::vector<HeadParts> m_parts; ///< one per head
    std::map<HeadId, std::size_t> m_places; ///< in m_heads
    std::map<std::pair<std::string, LayerIndex>, Source> m_defaults;
    std::vector<ItemTokens> m_tokens; ///< one per item
};

}
