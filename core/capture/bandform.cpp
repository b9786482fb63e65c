// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/bandform.h"

#include <algorithm>
#include <vector>

namespace core {
namespace {

constexpr std::uint64_t widest = 1U << 13U; ///< columns; a window is no longer

/// A row of the first head.
std::vector<double> rowOf(const Tensor& tensor, const AxisMap& axes, std::uint64_t row)
{
    std::vector<double> numbers(tensor.shape[axes.column]);
    decode(tensor.data + static_cast<std::int64_t>(row) * tensor.strides[axes.row],
        static_cast<std::ptrdiff_t>(tensor.strides[axes.column]), numbers.size(), tensor.element, tensor.order,
        numbers.data());
    return numbers;
}

std::uint64_t zerosAtTheEnd(const std::vector<double>& row)
{
    const auto last = std::find_if(row.rbegin(), row.rend(), [](double x) { return x != 0; });
    return static_cast<std::uint64_t>(last - row.rbegin());
}

/// Whether exactly `count` zeros stand in front of a number, from column `from`.
bool hasZeros(const std::vector<double>& row, std::uint64_t from, std::uint64_t count)
{
    const auto begin = row.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    return std::all_of(begin, end, [](double x) { return x == 0; }) && end != row.end() && *end != 0;
}

}

std::optional<BandForm> bandFormOf(const Tensor& tensor, const AxisMap& axes)
{
    const std::uint64_t rows = tensor.shape[axes.row];
    const std::uint64_t columns = tensor.shape[axes.column];
    if (rows == columns || columns < 3 || columns > widest)
        return std::nullopt;
    BandForm band;
    band.side = zerosAtTheEnd(rowOf(tensor, axes, rows - 1));
    const std::uint64_t window = 2 * band.side + 1;
    if (band.side == 0 || window > columns || rows < window)
        return std::nullopt;
    band.globals = columns - window;
    for (std::uint64_t i = 0; i <= band.side; ++i) {
        const std::uint64_t outside = band.side - i;
        if (!hasZeros(rowOf(tensor, axes, i), band.globals, outside)
            || zerosAtTheEnd(rowOf(tensor, axes, rows - 1 - i)) != outside)
            return std::nullopt;
    }
    return band;
}

}
