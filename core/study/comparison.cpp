// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/chunks.h"
#include "base/exactsum.h"
#include "base/filechanged.h"
#include "study/quantile.h"
#include "truncation/rowsorter.h"

namespace core {

namespace {

/// One of the two heads, ready to give its rows in order of score.
class SortedRows
{
public:
    SortedRows(const HeadRows& head, const RowBatch& anyBatch)
        : m_head(head)
        , m_sorter(anyBatch)
    {
    }

    Result<void> read(std::size_t row, SortedRow& to) const
    {
        const auto batch = m_head.rows({row, row + 1});
        if (!batch)
            return tl::unexpected(batch.error());
        m_sorter.sort(*batch, 0, to);
        return batch->intact() ? Result<void>() : fileChanged();
    }

private:
    const HeadRows& m_head;
    RowSorter m_sorter;
};

Result<void> checkRequest(const HeadRows& a, const HeadRows& b, const std::vector<std::size_t>& rows)
{
    if (a.rowCount() != b.rowCount() || a.keyCount() != b.keyCount())
        return failure(ErrorCode::BadRequest,
            fmt::format("failed to compare two heads: one is {} x {}, the other {} x {}", a.rowCount(), a.keyCount(),
                b.rowCount(), b.keyCount()),
            "Choose heads with equal numbers of queries and keys.");
    if (!rows.empty() && rows.back() >= a.rowCount())
        return failure(ErrorCode::BadRequest,
            fmt::format("failed to compare row {}: the heads have {} rows", rows.back(), a.rowCount()),
            "Rows count from 0.");
    return {};
}

/// A row of each head, kept from row to row.
struct RowPair
{
    SortedRow a, b;
};

Result<void> compareRow(const SortedRows& a, const SortedRows& b, std::size_t keyCount,
    const std::vector<std::size_t>& ks, RowPair& memory, RowComparison& result)
{
    auto& [rowA, rowB] = memory;
    if (auto read = a.read(result.row, rowA); !read)
        return read;
    if (auto read = b.read(result.row, rowB); !read)
        return read;
    result.a = rowA.state;
    result.b = rowB.state;
    if (!result.isCompared())
        return {};
    result.notNormalisedA = rowA.notNormalised;
    result.notNormalisedB = rowB.notNormalised;
    result.distance = distanceOf(rowA, rowB, keyCount);
    for (const std::size_t k : ks)
        result.overlap.push_back(overlapOf(rowA, rowB, k));
    return {};
}

enum class Measure { Distance, Likeness };

template <typename Value>
ComparedNumber over(const std::vector<RowComparison>& rows, Measure measure, Value value)
{
    ComparedNumber number;
    std::vector<double> values;
    ExactSum sum;
    for (const RowComparison& row : rows) {
        if (!row.isCompared())
            continue;
        const double x = value(row);
        const bool worse = measure == Measure::Distance ? x > number.worst : x < number.worst;
        if (values.empty() || worse) {
            number.worst = x;
            number.worstRow = row.row;
        }
        values.push_back(x);
        if (std::isfinite(x))
            sum.add(x);
        else
            ++number.infinite;
    }
    if (values.empty())
        return number;
    number.mean = number.infinite > 0 ? std::numeric_limits<double>::infinity()
                                      : sum.value() / static_cast<double>(values.size());
    number.quantile = quantile(values, measure == Measure::Distance ? 99 : 1);
    return number;
}

}

Result<std::vector<RowComparison>> compareHeads(const HeadRows& a, const HeadRows& b,
    const std::vector<std::size_t>& rows, const std::vector<std::size_t>& ks, Work& work)
{
    if (auto checked = checkRequest(a, b, rows); !checked)
        return tl::unexpected(checked.error());
    const auto batchA = a.rows({0, 0});
    if (!batchA)
        return tl::unexpected(batchA.error());
    const auto batchB = b.rows({0, 0});
    if (!batchB)
        return tl::unexpected(batchB.error());
    const SortedRows sortedA(a, *batchA);
    const SortedRows sortedB(b, *batchB);
    std::vector<RowComparison> comparisons(rows.empty() ? a.rowCount() : rows.size());
    const auto done = forEachChunk(comparisons.size(), work, [&](RowRange range) -> Result<void> {
        RowPair memory;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            comparisons[i].row = rows.empty() ? i : rows[i];
            if (auto compared = compareRow(sortedA, sortedB, a.keyCount(), ks, memory, comparisons[i]); !compared)
                return compared;
        }
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    return batchA->intact() && batchB->intact() ? Result<std::vector<RowComparison>>(std::move(comparisons))
                                                : fileChanged();
}

ComparisonSummary summarise(const std::vector<RowComparison>& rows)
{
    ComparisonSummary summary;
    std::size_t ks = 0;
    for (const RowComparison& row : rows) {
        summary.compared += row.isCompared() ? 1U : 0U;
        summary.notNormalisedA += row.notNormalisedA ? 1U : 0U;
        summary.notNormalisedB += row.notNormalisedB ? 1U : 0U;
        ks = std::max(ks, row.overlap.size());
    }
    const auto distance = [&rows](double RowDistance::*member) {
        return over(rows, Measure::Distance, [member](const RowComparison& row) { return row.distance.*member; });
    };
    summary.totalVariation = distance(&RowDistance::totalVariation);
    summary.klAB = distance(&RowDistance::klAB);
    summary.klBA = distance(&RowDistance::klBA);
    summary.jensenShannon = distance(&RowDistance::jensenShannon);
    summary.hellinger = distance(&RowDistance::hellinger);
    summary.cosine = over(rows, Measure::Likeness, [](const RowComparison& row) { return row.distance.cosine; });
    for (std::size_t i = 0; i < ks; ++i)
        summary.overlap.push_back(
            over(rows, Measure::Likeness, [i](const RowComparison& row) { return row.overlap[i]; }));
    return summary;
}

}
