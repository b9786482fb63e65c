// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/units.h"

#include <algorithm>

#include <fmt/core.h>

namespace core {

Units::Units(const Claim& claim, const std::vector<HeadInfo>& heads, const std::vector<std::size_t>& named)
    : m_claim(claim)
    , m_rowsAreNamed(!named.empty())
{
    m_severalGroups = std::any_of(
        heads.begin(), heads.end(), [&](const HeadInfo& head) { return head.id.group != heads.front().id.group; });
}

void Units::add(const HeadInfo& head, std::size_t row, const RowRecord& record)
{
    if (m_claim.scope == Scope::Rows && !m_rowsAreNamed && record.state != RowState::Valid)
        return;
    const std::string unit = unitOf(head, row);
    auto open = std::find_if(m_open.rbegin(), m_open.rend(), [&](const UnitRows& rows) { return rows.unit == unit; });
    if (open == m_open.rend()) {
        m_open.push_back({unit, {}, {}, {}});
        open = m_open.rbegin();
    }
    open->add({head.id, row}, record);
    if (m_claim.scope == Scope::Rows)
        decideOpen();
}

void Units::endHead()
{
    if (m_claim.scope == Scope::Heads)
        decideOpen();
}

std::vector<Decision> Units::takeDecisions()
{
    decideOpen();
    return std::move(m_decisions);
}

std::string Units::unitOf(const HeadInfo& head, std::size_t row) const
{
    const std::string group = head.id.group.empty() ? std::string() : head.id.group + " ";
    const std::string name = (m_severalGroups ? group : std::string()) + head.name;
    switch (m_claim.scope) {
    case Scope::Rows:
        return fmt::format("{} row {}", name, row);
    case Scope::Heads:
        return name;
    case Scope::Layers:
        return fmt::format("{}L{}", group, head.id.layer.value);
    case Scope::Dump:
        break;
    }
    return "dump";
}

void Units::decideOpen()
{
    for (const UnitRows& rows : m_open)
        m_decisions.push_back(decideUnit(rows, m_claim));
    m_open.clear();
}

}
