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

/// Sums of dropped and of kept weights, and the key; of stored probabilities the weight too, which tells a tail of
/// zeros.
std::size_t bytesPerKey(Source source)
{
    return (source == Source::Probabilities ? 3 : 2) * sizeof(double) + sizeof(std::uint32_t);
}

std::size_t rowBytes(std::size_t rowCount)
{
    return rowCount * (sizeof(SortedRow) + sizeof(WeightError) + sizeof(RowRecord) + 2 * sizeof(double));
}

std::size_t bytesToHold(const std::vector<KeyRange>& ranges, const HeadRows& rows)
{
    std::size_t bytes = CellGrid::bytesFor(ranges, rows.keyCount()) + rowBytes(ranges.size());
    for (const KeyRange& range : ranges)
        bytes += range.size() * bytesPerKey(rows.source());
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
    if (!sorted.stored)
        release(sorted.weights);
    for (auto* numbers : {&sorted.tail, &sorted.head, &sorted.weights})
        numbers->shrink_to_fit();
    sorted.keys.shrink_to_fit();
    m_sorted[row] = std::move(sorted);
}

void SortedHead::takeCells(std::size_t row, const SortedRow& sorted)
{
    const double sum = sorted.head.back();
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
        bytes += row.size() * bytesPerKey(row.stored ? Source::Probabilities : Source::Scores);
    return bytes;
}

std::vector<KeptRecord> SortedHead::at(const Kept& kept) const
{
    std::vector<KeptRecord> records(m_sorted.size());
    for (std::size_t row = 0; row < m_sorted.size(); ++row) {
        if (m_sorted[row].state != RowState::Valid)
            continue;
        const std::size_t count = keptCount(kept, m_sorted[row], m_errors[row]);
        records[row].tailMass = tailMassAt(m_sorted[row], count, m_errors[row]).tau;
        records[row].kept = static_cast<std::uint32_t>(count);
    }
    return records;
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

std::vector<std::uint32_t> SortedHead::keptCounts(const std::optional<Kept>& veil) const
{
    // Without a veil all that is drawn counts as kept, cells without a rank too.
    std::vector<std::uint32_t> counts(m_sorted.size(), veil ? 0 : std::numeric_limits<std::uint32_t>::max());
    for (std::size_t row = 0; veil && row < m_sorted.size(); ++row)
        if (m_sorted[row].state == RowState::Valid)
            counts[row] = static_cast<std::uint32_t>(keptCount(*veil, m_sorted[row], m_errors[row]));
    return counts;
}

TileReply SortedHead::tile(const TileRequest& request, ThreadPool& pool) const
{
    return m_painter.paint(m_cells, request, keptCounts(request.veil), pool);
}

}
