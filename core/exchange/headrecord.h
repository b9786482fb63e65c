// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/table.h"
#include "exchange/json.h"
#include "search/headsearch.h"
#include "study/study.h"

namespace core {

/// What is known of one head, ready to be written. With `sampled` (rows that were looked at) its statistics are
/// estimates and carry no intervals.
struct HeadRecord
{
    HeadInfo head;
    HeadSummary summary;
    std::string rule; ///< text of the rule, when one was asked for
    std::optional<std::size_t> sampled;
    std::optional<HeadSearch> search; ///< when one was asked for
    std::optional<std::size_t> searchSampled; ///< rows that were searched, when not all were
};

/// A member of the list `heads` of a document tailmass.analyze/1.
void writeHeadRecord(JsonWriter& json, const HeadRecord& record);

/// The same records as a table of one line per head; a column's name is the path of keys in the document, joined by
/// "_".
Table headTable(const std::vector<HeadRecord>& records);

/// A member of the list `heads` of a document tailmass.curves/1.
void writeHeadCurve(JsonWriter& json, const HeadRecord& record);

}
