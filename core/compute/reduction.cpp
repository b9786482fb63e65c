// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/reduction.h"

#include <algorithm>

namespace core {

namespace {

constexpr std::size_t rowsPerBand = 16;

/// Per visible row and pixel column: the largest cell, and for the mean the sum and number of existing cells.
struct RowReductions
{
    std::vector<float> largest;
    std::vector<double> sums;
    std::vector<std::uint32_t> counts;
};

/// One row of the head, reduced along its keys.
class RowReducer
{
public:
    RowReducer(const CellGrid& cells, const std::vector<CellSpan>& columns, Reducer reducer, Reduction& to,
        RowReductions& rows)
        : m_cells(cells)
        , m_columns(columns)
        , m_reducer(reducer)
        , m_to(to)
        , m_rows(rows)
    {
    }

    void reduce(std::size_t row) const
    {
        const std::size_t first = (row - m_to.firstRow) * m_columns.size();
        m_cells.withRanks(row, [&](auto ranks) {
            for (std::size_t x = 0; x < m_columns.size(); ++x)
                reducePixel(m_cells.range(row), m_columns[x], m_cells.probabilities(row), ranks, first + x);
        });
    }

private:
    template <typename Ranks>
    void reducePixel(
        const KeyRange& keys, const CellSpan& column, std::span<const float> cells, Ranks ranks, std::size_t at) const
    {
        const std::size_t begin = std::max(column.begin, keys.begin);
        const std::size_t end = std::min(column.end, keys.end);
        float largest = maskedCell;
        auto rank = static_cast<std::uint32_t>(m_cells.keyCount());
        for (std::size_t key = begin; key < end; ++key) {
            largest = std::max(largest, cells[key - keys.begin]);
            rank = std::min(rank, std::uint32_t{ranks[key - keys.begin]});
        }
        m_rows.largest[at] = largest;
        m_to.ranks[at] = rank;
        if (m_reducer == Reducer::Mean && largest != nanCell)
            for (std::size_t key = begin; key < end; ++key)
                addToMean(cells[key - keys.begin], at);
    }

    void addToMean(float cell, std::size_t at) const
    {
        if (cell == maskedCell)
            return;
        m_rows.sums[at] += static_cast<double>(cell);
        ++m_rows.counts[at];
    }

    const CellGrid& m_cells;
    const std::vector<CellSpan>& m_columns;
    Reducer m_reducer;
    Reduction& m_to;
    RowReductions& m_rows;
};

/// The rows of one pixel row, put together.
void combineRows(
    const RowReductions& rows, const std::vector<CellSpan>& columns, Reducer reducer, std::size_t y, Reduction& to)
{
    const CellSpan& band = to.rowsOfPixel[y];
    for (std::size_t x = 0; x < to.width; ++x) {
        float& value = to.values[y * to.width + x];
        if (band.empty() || columns[x].empty()) {
            value = noCell;
            continue;
        }
        float largest = maskedCell;
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t row = band.begin; row < band.end; ++row) {
            const std::size_t at = (row - to.firstRow) * to.width + x;
            largest = std::max(largest, rows.largest[at]);
            if (reducer == Reducer::Mean) {
                sum += rows.sums[at];
                count += rows.counts[at];
            }
        }
        const bool mean = reducer == Reducer::Mean && largest != nanCell && count != 0;
        value = mean ? static_cast<float>(sum / static_cast<double>(count)) : largest;
    }
}

CellSpan visibleRows(const std::vector<CellSpan>& bands)
{
    CellSpan visible;
    for (const CellSpan& band : bands) {
        if (band.empty())
            continue;
        visible.begin = visible.empty() ? band.begin : std::min(visible.begin, band.begin);
        visible.end = std::max(visible.end, band.end);
    }
    return visible;
}

std::size_t bandsOf(std::size_t rows)
{
    return (rows + rowsPerBand - 1) / rowsPerBand;
}

}

Reduction reduce(const CellGrid& cells, const TileRequest& request, ThreadPool& pool)
{
    const CellRect& view = request.cells;
    const std::vector<CellSpan> columns = cellsOfPixels(view.key, view.keys, request.width, cells.keyCount());
    Reduction result;
    result.width = request.width;
    result.rowsOfPixel = cellsOfPixels(view.row, view.rows, request.height, cells.rowCount());
    result.values.resize(request.width * request.height);
    const CellSpan visible = visibleRows(result.rowsOfPixel);
    const std::size_t rowCount = visible.end - visible.begin;
    result.firstRow = visible.begin;
    result.ranks.resize(rowCount * request.width);
    RowReductions rows;
    rows.largest.resize(result.ranks.size());
    if (request.reducer == Reducer::Mean) {
        rows.sums.resize(result.ranks.size());
        rows.counts.resize(result.ranks.size());
    }
    const RowReducer reducer(cells, columns, request.reducer, result, rows);
    pool.forEach(bandsOf(rowCount), [&](std::size_t band) {
        const std::size_t end = std::min(rowCount, (band + 1) * rowsPerBand);
        for (std::size_t row = band * rowsPerBand; row < end; ++row)
            reducer.reduce(visible.begin + row);
    });
    pool.forEach(bandsOf(request.height), [&](std::size_t band) {
        const std::size_t end = std::min(request.height, (band + 1) * rowsPerBand);
        for (std::size_t y = band * rowsPerBand; y < end; ++y)
            combineRows(rows, columns, request.reducer, y, result);
    });
    return result;
}

}
