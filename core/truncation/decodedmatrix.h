// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "capture/rowbatch.h"

namespace core {

enum class MatrixOrder { ByRow, ByColumn };

/// A stored matrix as doubles, decoded once for many rows. Element (r, c) is numbers[r * columns + c], ByColumn
/// numbers[c * rows + r].
struct DecodedMatrix
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> numbers;
};

DecodedMatrix decoded(const StoredMatrix& matrix, MatrixOrder order);

}
