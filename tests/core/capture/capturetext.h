// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "capture/capture.h"

/// Captures as text.
namespace support {

/// "x P(head,query,key) | q Q(head,position,dim)": what each tensor was taken for.
inline std::string rolesText(const core::Capture& capture)
{
    std::string text;
    for (const auto& reading : capture.readings()) {
        text.append(text.empty() ? "" : " | ").append(capture.dump().tensors[reading.tensor].name).append(" ");
        text.append(core::nameOf(reading.role)).append("(");
        for (std::size_t axis = 0; axis < reading.axes.size(); ++axis)
            text.append(axis == 0 ? "" : ",").append(reading.axes[axis]);
        text.append(")");
    }
    return text;
}

/// "encoder L0 qkv 8/4 16x16 causal scale 0.5 +V | ...": one entry per group, layer, source and item range.
inline std::string headsText(const core::Capture& capture)
{
    struct Entry
    {
        core::HeadInfo first;
        std::uint32_t heads = 0, kvHeads = 0, items = 0;
    };
    std::vector<Entry> entries;
    for (const auto& head : capture.heads()) {
        auto entry = std::find_if(entries.begin(), entries.end(), [&head](const Entry& e) {
            return e.first.id.group == head.id.group && e.first.id.layer == head.id.layer
                && e.first.id.source == head.id.source;
        });
        if (entry == entries.end())
            entry = entries.insert(entries.end(), {head});
        entry->heads = std::max(entry->heads, head.id.head.value + 1);
        entry->items = std::max(entry->items, head.id.item.value + 1);
        entry->kvHeads = std::max(entry->kvHeads, head.kvHead ? head.kvHead->value + 1 : 0);
    }
    std::ostringstream text;
    for (const Entry& entry : entries) {
        const auto& head = entry.first;
        text << (text.tellp() > 0 ? " | " : "") << head.id.group << (head.id.group.empty() ? "" : " ") << "L"
             << head.id.layer.value << " " << core::nameOf(head.id.source) << " " << entry.heads;
        if (entry.kvHeads > 0)
            text << "/" << entry.kvHeads;
        text << " " << head.rowCount << "x" << head.keyCount;
        if (entry.items > 1)
            text << " items " << entry.items;
        if (head.causal)
            text << " causal";
        if (head.scale)
            text << " scale " << *head.scale;
        if (head.hasValues)
            text << " +V";
        if (capture.defaultSource(head.id.group, head.id.layer) == head.id.source)
            text << " *";
    }
    return text.str();
}

/// "subject: reading (reason)" of every finding, one per line.
inline std::string findingsText(const core::Capture& capture)
{
    std::string text;
    for (const auto& finding : capture.findings())
        text.append(finding.subject)
            .append(": ")
            .append(finding.reading)
            .append(" (")
            .append(finding.reason)
            .append(")\n");
    return text;
}

}
