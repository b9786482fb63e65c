// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/blockrule.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/chunks.h"
#include "base/filechanged.h"
#include "truncation/rowsorter.h"

namespace core {

namespace {

/// Rows that are looked at in one go.
constexpr std::size_t rowsAtOnce = 64;

std::vector<std::size_t> blocksOfRows(
    const BlockMasses& masses, const BlockTop& shape, const std::vector<std::size_t>& rows)
{
    std::vector<std::size_t> blocks;
    if (rows.empty())
        for (std::size_t block = 0; block < masses.queryBlocks(); ++block)
            blocks.push_back(block);
    for (const std::size_t row : rows)
        if (blocks.empty() || blocks.back() != row / shape.queries)
            blocks.push_back(row / shape.queries);
    return blocks;
}

Result<void> addRows(const HeadRows& head, RowRange rows, const RowSorter& sorter, BlockMasses& masses)
{
    SortedRow row;
    for (std::size_t begin = rows.begin; begin < rows.end; begin += rowsAtOnce) {
        const auto batch = head.rows({begin, std::min(begin + rowsAtOnce, rows.end)});
        if (!batch)
            return tl::unexpected(batch.error());
        for (std::size_t i = 0; i < batch->rows.size(); ++i) {
            sorter.sort(*batch, i, row);
            masses.add(begin + i, row);
        }
        if (!batch->intact())
            return fileChanged();
    }
    return {};
}

}

Result<BlockMasses> blockMasses(
    const HeadRows& head, const BlockTop& shape, const std::vector<std::size_t>& rows, Work& work)
{
    const std::size_t bytes = BlockMasses::bytesFor(head.rowCount(), head.keyCount(), shape);
    if (bytes > work.memory.bytes)
        return failure(ErrorCode::TooLarge,
            fmt::format("failed to weigh the blocks of a head: they need {} MB of memory and {} MB are allowed",
                bytes / 1000000 + 1, work.memory.bytes / 1000000),
            "Choose larger blocks.");
    BlockMasses masses(head.rowCount(), head.keyCount(), shape);
    const auto sample = head.rows({0, std::min<std::size_t>(head.rowCount(), 1)});
    if (!sample)
        return tl::unexpected(sample.error());
    const RowSorter sorter(*sample);
    const std::vector<std::size_t> blocks = blocksOfRows(masses, shape, rows);
    const auto done = forEachChunk(
        blocks.size(), work,
        [&](RowRange some) -> Result<void> { return addRows(head, masses.rowsOf(blocks[some.begin]), sorter, masses); },
        1);
    if (!done)
        return tl::unexpected(done.error());
    return masses;
}

}
