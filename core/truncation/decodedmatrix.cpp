// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/decodedmatrix.h"

namespace core {

DecodedMatrix decoded(const StoredMatrix& matrix, MatrixOrder order)
{
    DecodedMatrix result{matrix.rows, matrix.columns, std::vector<double>(matrix.rows * matrix.columns)};
    if (order == MatrixOrder::ByRow) {
        for (std::size_t row = 0; row < matrix.rows; ++row)
            matrix.decodeRow(row, result.numbers.data() + row * matrix.columns);
        return result;
    }
    for (std::size_t column = 0; column < matrix.columns; ++column) {
        const std::byte* top = matrix.data + static_cast<std::ptrdiff_t>(column) * matrix.columnStride;
        decode(top, matrix.rowStride, matrix.rows, matrix.element, matrix.order,
            result.numbers.data() + column * matrix.rows);
    }
    return result;
}

}
