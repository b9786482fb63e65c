// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/threadpool.h"
#include "compute/cellgrid.h"
#include "compute/tile.h"

namespace core {

/// Which cells of a row count as kept: those of rank below `best`, and those of `keys`.
struct KeptCells
{
    std::uint32_t best = 0;
    std::vector<std::uint32_t> keys;
};
using KeptCellsOfRow = std::function<KeptCells(std::size_t row)>; ///< called from several threads

/// Paints parts of a head. Remembers the last part it reduced and coloured, so that a new veil on the same view costs
/// no pass over the cells. Usable from several threads.
class TilePainter
{
public:
    TilePainter();
    ~TilePainter();

    TileReply paint(
        const CellGrid& cells, const TileRequest& request, const KeptCellsOfRow& kept, ThreadPool& pool) const;

private:
    struct Picture;

    std::shared_ptr<const Picture> pictureFor(
        const CellGrid& cells, const TileRequest& request, ThreadPool& pool) const;

    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const Picture> m_last;
};

}
