// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/reply.h"

#include <algorithm>
#include <cassert>

namespace core {

namespace {

bool hasValidRow(const std::vector<RowRecord>& rows)
{
    return std::any_of(rows.begin(), rows.end(), [](const RowRecord& row) { return row.state == RowState::Valid; });
}

void mergePoint(CurvePoint& into, const CurvePoint& from)
{
    assert(into.k == from.k);
    into.lower.merge(from.lower);
    into.upper.merge(from.upper);
    const bool worse = from.maximumUpper > into.maximumUpper
        || (from.maximumUpper == into.maximumUpper && from.worstRow < into.worstRow);
    if (worse) {
        into.maximumUpper = from.maximumUpper;
        into.worstRow = from.worstRow;
    }
    into.maximumLower = std::max(into.maximumLower, from.maximumLower);
}

}

void HeadReply::merge(const HeadReply& other)
{
    keyCount = other.keyCount;
    if (curve.empty() || !hasValidRow(rows)) {
        curve = other.curve;
    } else if (hasValidRow(other.rows)) {
        assert(curve.size() == other.curve.size());
        for (std::size_t i = 0; i < curve.size(); ++i)
            mergePoint(curve[i], other.curve[i]);
    }

    gridKs = other.gridKs;
    const std::size_t columns = gridKs.size();
    if (rows.size() < other.rows.size()) {
        rows.resize(other.rows.size());
        rowCurves.resize(other.rows.size() * columns);
    }
    for (std::size_t row = 0; row < other.rows.size(); ++row) {
        if (other.rows[row].state == RowState::Absent)
            continue;
        rows[row] = other.rows[row];
        const auto from = other.rowCurves.begin() + static_cast<std::ptrdiff_t>(row * columns);
        std::copy_n(from, columns, rowCurves.begin() + static_cast<std::ptrdiff_t>(row * columns));
    }
}

}
