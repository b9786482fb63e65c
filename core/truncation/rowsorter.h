// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "truncation/decodedmatrix.h"
#include "truncation/sortedrow.h"

namespace core {

/// sortRow for the batches of one head, with K decoded once where rows are computed from Q and K. Usable from several
/// threads.
class RowSorter
{
public:
    explicit RowSorter(const RowBatch& anyBatch)
    {
        if (const auto* factors = std::get_if<FactorRows>(&anyBatch.data))
            m_keys = decoded(factors->keys, MatrixOrder::ByColumn);
    }

    void sort(const RowBatch& batch, std::size_t rowOfBatch, SortedRow& row) const
    {
        if (m_keys)
            sortRow(batch, rowOfBatch, *m_keys, row);
        else
            sortRow(batch, rowOfBatch, row);
    }

private:
    std::optional<DecodedMatrix> m_keys;
};

}
