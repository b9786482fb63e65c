// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "capture/capture.h"
#include "memoryhead.h"

namespace support {

/// A capture of heads in memory.
class MemoryCapture : public core::Capture
{
public:
    void add(core::HeadId id, std::shared_ptr<const core::HeadRows> rows, std::optional<core::HeadIndex> kvHead = {})
    {
        core::HeadInfo info;
        info.id = std::move(id);
        info.id.source = rows->source();
        info.name.append("L").append(std::to_string(info.id.layer.value));
        info.name.append("H").append(std::to_string(info.id.head.value));
        info.rowCount = rows->rowCount();
        info.keyCount = rows->keyCount();
        info.kvHead = kvHead;
        info.hasValues = rows->values().has_value();
        m_heads.push_back(info);
        m_rows.push_back(std::move(rows));
    }

    const core::DumpFile& dump() const override { return m_dump; }
    const std::vector<core::TensorReading>& readings() const override { return m_readings; }
    const std::vector<core::Finding>& findings() const override { return m_findings; }
    const core::Hints& hints() const override { return m_hints; }
    const std::vector<core::HeadInfo>& heads() const override { return m_heads; }
    core::Source defaultSource(const std::string&, core::LayerIndex) const override { return core::Source::Scores; }
    core::Result<std::shared_ptr<const core::HeadRows>> rows(
        const core::HeadId& id, core::PaddedQueries = core::PaddedQueries::LeftOut) const override
    {
        for (std::size_t i = 0; i < m_heads.size(); ++i)
            if (m_heads[i].id == id)
                return m_rows[i];
        return core::failure(core::ErrorCode::BadRequest, "failed to find a head: no such head");
    }
    const std::vector<std::string>& queryTokens(core::ItemIndex) const override { return m_tokens; }
    const std::vector<std::string>& keyTokens(core::ItemIndex) const override { return m_tokens; }

private:
    core::DumpFile m_dump;
    std::vector<core::TensorReading> m_readings;
    std::vector<core::Finding> m_findings;
    core::Hints m_hints;
    std::vector<core::HeadInfo> m_heads;
    std::vector<std::shared_ptr<const core::HeadRows>> m_rows;
    std::vector<std::string> m_tokens;
};

}
