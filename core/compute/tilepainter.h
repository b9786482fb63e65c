// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/threadpool.h"
#include "compute/cellgrid.h"
#include "compute/tile.h"

namespace core {

/// Paints parts of a head. Remembers the last part it reduced and coloured, so that a new veil on the same view costs
/// no pass over the cells. Usable from several threads.
class TilePainter
{
public:
    TilePainter();
    ~TilePainter();

    /// `kept` says for each row of the head how many of its cells, by rank, count as kept.
    TileReply paint(const CellGrid& cells, const TileRequest& request, const std::vector<std::uint32_t>& kept,
        ThreadPool& pool) const;

private:
    struct Picture;

    std::shared_ptr<const Picture> pictureFor(
        const CellGrid& cells, const TileRequest& request, ThreadPool& pool) const;

    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const Picture> m_last;
};

}
