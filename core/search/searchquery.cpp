// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/searchquery.h"

#include <cmath>

#include "bounds/norm.h"
#include "truncation/rounding.h"

namespace core {

SearchQuery queryOf(const FactorRows& factors, std::size_t rowOfBatch)
{
    SearchQuery query;
    query.numbers.resize(factors.queries.columns);
    factors.queries.decodeRow(rowOfBatch, query.numbers.data());
    if (factors.scale < 0)
        for (double& number : query.numbers)
            number = -number;
    query.scale = std::abs(factors.scale);
    query.norm = normUpper(query.numbers);
    return query;
}

double dotError(std::size_t dimensions)
{
    return gammaOf(static_cast<double>(dimensions) + 8);
}

double dotUnderflow(const SearchQuery& query)
{
    return (static_cast<double>(query.dimensions()) + 8) * smallestNormal * (2 + 2 * query.scale);
}

}
