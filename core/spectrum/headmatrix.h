// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "capture/rowbatch.h"
#include "truncation/preparedrule.h"

namespace core {

/// A head's rows as one matrix of probabilities, row by row: stored ones as they are, whatever their sum. Rows without
/// a number are zero.
struct HeadMatrix
{
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<double> numbers;

    std::size_t leastSide() const { return rows < columns ? rows : columns; }
};

/// With `kept`, each row is restricted to its kept set and scaled to the sum that it had. Errors: Cancelled,
/// FileChanged, TooLarge.
Result<HeadMatrix> headMatrix(const HeadRows& head, const PreparedRule* kept, Work& work);

}
