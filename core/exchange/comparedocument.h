// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/table.h"
#include "exchange/document.h"
#include "study/comparison.h"

namespace core {

/// Two heads and how their rows differ.
struct CompareDocument
{
    HeadInfo a;
    HeadInfo b;
    std::optional<std::string> otherPath; ///< of the dump of `b`, where it is another one
    std::vector<std::size_t> ks;
    std::vector<RowComparison> rows;
};

/// Writes a document tailmass.compare/1.
void writeCompareDocument(JsonWriter& json, const DocumentHeader& header, const CompareDocument& document);

/// The compared rows, one per line.
Table compareTable(const CompareDocument& document);

}
