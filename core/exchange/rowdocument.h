// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "exchange/document.h"
#include "study/rowdetail.h"

namespace core {

/// One row and what was asked about it.
struct RowDocument
{
    HeadInfo head;
    std::size_t row = 0;
    bool padded = false; ///< the query is padding: no statistic counts the row
    RowDetail detail;
    std::vector<double> epsilons;
    std::vector<std::size_t> ks;
    std::optional<PreparedRule> rule;
    std::optional<PreparedRule> ruleOfHead; ///< where `rule` is shared in a K/V group: the head's own
    std::optional<double> delta; ///< score error to tell the consequences of
};

std::string_view nameOf(RowState state); ///< "valid", "masked", "nan", "zero", "absent"
/// Smallest k by the Gaussian rule of the row's own sigma; an estimate (theory 2.7).
std::size_t gaussianKEps(const RowDetail& row, double epsilon);

/// Writes a document tailmass.row/1.
void writeRowDocument(JsonWriter& json, const DocumentHeader& header, const RowDocument& document);

}
