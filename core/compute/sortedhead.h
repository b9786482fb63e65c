// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "base/work.h"
#include "bounds/tailmass.h"
#include "compute/backend.h"
#include "compute/cellgrid.h"
#include "compute/tilepainter.h"

namespace core {

/// A held head: per row its weights and the sums of dropped and kept ones, per cell its probability and rank.
class SortedHead : public ResidentHead
{
public:
    /// Errors: Cancelled, FileChanged, TooLarge (over work.memory), those of HeadRows::rows.
    static Result<std::shared_ptr<const ResidentHead>> build(const HeadRows& rows, Work& work);

    std::size_t rowCount() const override { return m_sorted.size(); }
    std::size_t keyCount() const override { return m_cells.keyCount(); }
    std::size_t bytes() const override;
    std::vector<KeptRecord> at(const PreparedRule& rule, ThreadPool& pool) const override;
    Choice choiceOf(const PreparedRule& rule, std::size_t row) const override;
    BlockMasses blockMasses(const BlockTop& shape, ThreadPool& pool) const override;
    std::vector<std::uint32_t> kEps(double epsilon) const override;
    const std::vector<RowRecord>& rows() const override { return m_records; }
    float probability(std::size_t row, std::size_t key) const override;
    std::uint32_t rank(std::size_t row, std::size_t key) const override { return m_cells.rank(row, key); }
    TileReply tile(const TileRequest& request, ThreadPool& pool) const override;

private:
    explicit SortedHead(CellGrid cells);

    void take(std::size_t row, SortedRow& sorted, const RowBatch& batch);
    void takeCells(std::size_t row, const SortedRow& sorted);
    /// Cells of a row that exists but has no numbers: without rank, drawn as NaN, or as 0 where all are zero.
    void takeNumberless(std::size_t row, RowState state, const AllowedKeys& allowed, std::size_t rowOfBatch);
    KeptCells keptCells(const PreparedRule& veil, std::size_t row) const;

    CellGrid m_cells;
    std::vector<SortedRow> m_sorted; ///< without scores, head sums thinned
    std::vector<WeightError> m_errors;
    std::vector<RowRecord> m_records;
    TilePainter m_painter;
};

}
