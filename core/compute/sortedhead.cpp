// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/sortedhead.h"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include "base/chunks.h"
#include "base/filechanged.h"
#include "compute/rowrecord.h"
#include "bounds/tailcurve.h"
#include "truncation/rowsorter.h"

namespace core {

namespace {

/// The weight, the sum of dropped weights, and the key; sums of kept ones are few.
constexpr std::size_t bytesPerKey = 2 * sizeof(double) + sizeof(std::uint32_t);
constexpr std::size_t keysPerHeadSum = 256;

std::size_t bytesOfKeys(std::size_t count)
{
    return count * bytesPerKey + count / keysPerHeadSum * sizeof(double);
}

std::size_t rowBytes(std::size_t rowCount)
{
    return rowCount * (sizeof(SortedRow) + sizeof(WeightError) + sizeof(RowRecord) + 2 * sizeof(double));
}

std::size_t bytesToHold(const std::vector<KeyRange>& ranges, const HeadRows& rows)
{
    std::size_t bytes = CellGrid::bytesFor(ranges, rows.keyCount()) + rowBytes(ranges.size());
    for (const KeyRange& range : ranges)
        bytes += bytesOfKeys(range.size());
    return bytes;
}

tl::unexpected<Error> tooLarge(std::size_t bytes, std::size_t limit)
{
    constexpr std::size_t megabyte = 1000 * 1000;
    return failure(ErrorCode::TooLarge,
        fmt::format("failed to hold a head: it needs {} MB of memory and {} MB are allowed",
            (bytes + megabyte - 1) / megabyte, limit / megabyte),
        "Allow more memory, or look at a smaller head.");
}

/// Stored probabilities can be larger than a float; infinity is taken by nanCell.
float drawn(double probability)
{
    return static_cast<float>(std::min(probability, double{std::numeric_limits<float>::max()}));
}

/// Calls `use(row)` for every row, over the pool.
template <typename Use>
void forRows(ThreadPool& pool, std::size_t rowCount, Use use)
{
    pool.forEach((rowCount + rowsPerChunk - 1) / rowsPerChunk, [&](std::size_t chunk) {
        const std::size_t end = std::min(rowCount, (chunk + 1) * rowsPerChunk);
        for (std::size_t row = chunk * rowsPerChunk; row < end; ++row)
            use(row);
    });
}

template <typename T>
void release(std::vector<T>& values)
{
    std::vector<T>().swap(values);
}

}

SortedHead::SortedHead(CellGrid cells)
    : m_cells(std::move(cells))
    , m_sorted(m_cells.rowCount())
    , m_errors(m_cells.rowCount())
    , m_records(m_cells.rowCount())
{
}

Result<std::shared_ptr<const ResidentHead>> SortedHead::build(const HeadRows& rows, Work& work)
{
    const auto all = rows.rows({0, rows.rowCount()});
    if (!all)
        return tl::unexpected(all.error());
    const std::vector<KeyRange>& ranges = all->allowed.ranges;
    const std::size_t bytes = bytesToHold(ranges, rows);
    if (bytes > work.memory.bytes)
        return tooLarge(bytes, work.memory.bytes);
    const std::shared_ptr<SortedHead> head(new SortedHead(CellGrid(ranges, rows.keyCount())));
    const RowSorter sorter(*all);
    const auto done = forEachChunk(rows.rowCount(), work, [&](RowRange range) -> Result<void> {
        const auto batch = rows.rows(range);
        if (!batch)
            return tl::unexpected(batch.error());
        for (std::size_t i = 0; i < range.size(); ++i) {
            SortedRow row;
            sorter.sort(*batch, i, row);
            head->take(range.begin + i, row, *batch);
        }
        if (!batch->intact())
            return fileChanged();
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    if (!all->intact())
        return fileChanged();
    return head;
}

void SortedHead::take(std::size_t row, SortedRow& sorted, const RowBatch& batch)
{
    m_records[row] = plainRecordOf(sorted);
    if (sorted.state == RowState::Valid) {
        m_errors[row] = weightErrorOf(sorted);
        takeCells(row, sorted);
    } else if (sorted.state != RowState::Masked) {
        takeNumberless(row, sorted.state, batch.allowed, row - batch.rows.begin);
    }
    release(sorted.scores);
    sorted.thinHead();
    for (auto* numbers : {&sorted.tail, &sorted.head, &sorted.weights})
        numbers->shrink_to_fit();
    sorted.keys.shrink_to_fit();
    m_sorted[row] = std::move(sorted);
}

void SortedHead::takeCells(std::size_t row, const SortedRow& sorted)
{
    const double sum = sorted.headSum(sorted.size());
    for (std::size_t rank = 0; rank < sorted.size(); ++rank)
        m_cells.set(row, sorted.keys[rank], drawn(sorted.weights[rank] / sum), static_cast<std::uint32_t>(rank));
}

void SortedHead::takeNumberless(std::size_t row, RowState state, const AllowedKeys& allowed, std::size_t rowOfBatch)
{
    const float cell = state == RowState::Zero ? 0 : nanCell;
    const KeyRange& range = m_cells.range(row);
    for (std::size_t key = range.begin; key < range.end; ++key)
        if (allowed.allows(rowOfBatch, key))
            m_cells.set(row, key, cell, static_cast<std::uint32_t>(keyCount()));
}

std::size_t SortedHead::bytes() const
{
    std::size_t bytes = m_cells.bytes() + rowBytes(m_sorted.size());
    for (const SortedRow& row : m_sorted)
        bytes += bytesOfKeys(row.size());
    return bytes;
}

std::vector<KeptRecord> SortedHead::at(const PreparedRule& rule, ThreadPool& pool) const
{
    std::vector<KeptRecord> records(m_sorted.size());
    forRows(pool, m_sorted.size(), [&](std::size_t row) {
        if (m_sorted[row].state == RowState::Valid)
            records[row] = ruleRecordOf(m_sorted[row], chooseKeys(m_sorted[row], rule, row), m_errors[row]);
    });
    return records;
}

Choice SortedHead::choiceOf(const PreparedRule& rule, std::size_t row) const
{
    return chooseKeys(m_sorted[row], rule, row);
}

BlockMasses SortedHead::blockMasses(const BlockTop& shape, ThreadPool& pool) const
{
    BlockMasses masses(rowCount(), keyCount(), shape);
    pool.forEach(masses.queryBlocks(), [&](std::size_t block) {
        const RowRange rows = masses.rowsOf(block);
        for (std::size_t row = rows.begin; row < rows.end; ++row)
            masses.add(row, m_sorted[row]);
    });
    return masses;
}

std::vector<std::uint32_t> SortedHead::kEps(double epsilon) const
{
    std::vector<std::uint32_t> counts(m_sorted.size());
    for (std::size_t row = 0; row < m_sorted.size(); ++row)
        if (m_sorted[row].state == RowState::Valid)
            counts[row] = static_cast<std::uint32_t>(core::kEps(m_sorted[row], epsilon, m_errors[row]));
    return counts;
}

float SortedHead::probability(std::size_t row, std::size_t key) const
{
    const float cell = m_cells.probability(row, key);
    return cell == maskedCell || cell == nanCell ? std::numeric_limits<float>::quiet_NaN() : cell;
}

KeptCells SortedHead::keptCells(const PreparedRule& veil, std::size_t row) const
{
    const SortedRow& sorted = m_sorted[row];
    if (sorted.state != RowState::Valid)
        return {};
    const KeptSet kept = chooseKeys(sorted, veil, row).shown;
    if (kept.isLargest())
        return {static_cast<std::uint32_t>(kept.size()), {}};
    KeptCells cells{0, kept.kept()};
    for (std::uint32_t& cell : cells.keys)
        cell = sorted.keys[cell];
    return cells;
}

TileReply SortedHead::tile(const TileRequest& request, ThreadPool& pool) const
{
    // Without a veil all that is drawn counts as kept, cells without a rank too.
    const auto everything = [](std::size_t) { return KeptCells{std::numeric_limits<std::uint32_t>::max(), {}}; };
    const auto ofVeil = [&](std::size_t row) { return keptCells(*request.veil, row); };
    return request.veil ? m_painter.paint(m_cells, request, ofVeil, pool)
                        : m_painter.paint(m_cells, request, everything, pool);
}

}
