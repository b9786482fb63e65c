// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "capture/rowbatch.h"

namespace core {

/// One row's query, ready for bounds. A negative scale is moved into the query's signs.
struct SearchQuery
{
    std::vector<double> numbers; ///< one per dimension
    double scale = 1; ///< >= 0; taken as this very number
    double norm = 0; ///< upper end of ||q||

    std::size_t dimensions() const { return numbers.size(); }
};

SearchQuery queryOf(const FactorRows& factors, std::size_t rowOfBatch);

/// Relative to the sum of magnitudes of a computed dot product and what is multiplied or added to it afterwards: the
/// d products, d sums, the scale and a few spare ones (soundness 8 and 12, with products that round).
double dotError(std::size_t dimensions);
/// What underflow may take from such a product.
double dotUnderflow(const SearchQuery& query);

}
