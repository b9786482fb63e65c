// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/interval.h"
#include "bounds/keyshare.h"
#include "truncation/preparedrule.h"
#include "truncation/sortedrow.h"

namespace core {

/// The mass of every key block for every query block of a head: the sum over cells of p in whole units of 2^-32, each
/// cell rounded, so that equal blocks are equal (resources/manual/rules.md).
class BlockMasses
{
public:
    /// Without any row. `shape.count` does not matter.
    BlockMasses(std::size_t rowCount, std::size_t keyCount, const BlockTop& shape);
    static std::size_t bytesFor(std::size_t rowCount, std::size_t keyCount, const BlockTop& shape);

    std::size_t queryBlocks() const { return m_queryBlocks; }
    RowRange rowsOf(std::size_t queryBlock) const;

    /// Adds a row of the head; rows without a number count for nothing. Rows of different query blocks may be added
    /// from several threads.
    void add(std::size_t row, const SortedRow& sorted);

    /// The marks of the best `count` key blocks of every query block.
    std::shared_ptr<const MarkedKeys> best(std::size_t count) const;

private:
    BlockTop m_shape;
    std::size_t m_rowCount = 0;
    std::size_t m_queryBlocks = 0;
    std::size_t m_keyBlocks = 0;
    std::vector<Interval> m_masses; ///< [query block x key blocks]; an upper end below 0: no cell exists
};

}
