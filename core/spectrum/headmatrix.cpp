// SPDX-License-Identifier: GPL-3.0-or-later
#include "spectrum/headmatrix.h"

#include <limits>
#include <string>

#include "base/chunks.h"
#include "base/filechanged.h"
#include "bounds/choice.h"
#include "truncation/rowsorter.h"

namespace core {

namespace {

Result<std::size_t> checkedSize(std::size_t rows, std::size_t columns, std::size_t limit)
{
    constexpr std::size_t megabyte = 1000 * 1000;
    const std::size_t most = std::numeric_limits<std::size_t>::max() / sizeof(double);
    if (columns != 0 && rows > most / columns)
        return failure(ErrorCode::TooLarge, "failed to compute singular values: the matrix is larger than any memory");
    const std::size_t bytes = rows * columns * sizeof(double);
    if (bytes > limit)
        return failure(ErrorCode::TooLarge,
            "failed to compute singular values: the matrix needs " + std::to_string(bytes / megabyte + 1)
                + " MB of memory and " + std::to_string(limit / megabyte) + " MB are allowed",
            "Allow more memory, or look at a smaller head.");
    return rows * columns;
}

void fillRow(const SortedRow& row, const PreparedRule* kept, std::size_t rowOfHead, double* to)
{
    if (row.state != RowState::Valid)
        return;
    const KeptSet set = kept ? chooseKeys(row, *kept, rowOfHead).shown : KeptSet(row.size());
    const std::vector<std::uint32_t> places = set.kept();
    double head = row.headSum(0);
    for (const std::uint32_t place : places)
        head += row.weights[place];
    const double scale =
        (row.stored ? row.headSum(row.size()) : 1) / (set.isLargest() ? row.headSum(set.size()) : head);
    for (const std::uint32_t place : places)
        to[row.keys[place]] = row.weights[place] * scale;
}

}

Result<HeadMatrix> headMatrix(const HeadRows& head, const PreparedRule* kept, Work& work)
{
    const auto size = checkedSize(head.rowCount(), head.keyCount(), work.memory.bytes);
    if (!size)
        return tl::unexpected(size.error());
    const auto sample = head.rows({0, head.rowCount() == 0 ? 0U : 1U});
    if (!sample)
        return tl::unexpected(sample.error());
    HeadMatrix matrix{head.rowCount(), head.keyCount(), std::vector<double>(*size)};
    const RowSorter sorter(*sample);
    const auto done = forEachChunk(matrix.rows, work, [&](RowRange range) -> Result<void> {
        const auto batch = head.rows(range);
        if (!batch)
            return tl::unexpected(batch.error());
        SortedRow row;
        for (std::size_t i = 0; i < range.size(); ++i) {
            sorter.sort(*batch, i, row);
            fillRow(row, kept, range.begin + i, matrix.numbers.data() + (range.begin + i) * matrix.columns);
        }
        if (!batch->intact())
            return fileChanged();
        return {};
    });
    if (!done)
        return tl::unexpected(done.error());
    if (!sample->intact())
        return fileChanged();
    return matrix;
}

}
