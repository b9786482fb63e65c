// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/bestfirst.h"
#include "search/method.h"
#include "search/searchindex.h"

namespace core {

/// Where a search stopped for one epsilon.
struct SearchStop
{
    std::size_t scored = 0; ///< keys
    std::size_t kept = 0; ///< the largest ones of them that are needed
    Bound tailMass; ///< of keeping all scored keys (Delta_k: the kept ones); below epsilon, which is the proof
};

struct RowSearch
{
    std::vector<std::uint32_t> order; ///< keys in the order in which they were scored
    std::vector<SearchStop> stops; ///< one per epsilon; what was scored is the first `scored` keys of `order`
};

/// Searches a row until its tail mass is proven to be below each epsilon, strictly, by what `index` has for `method`
/// and by scoring keys. Epsilons are in (0, 1].
RowSearch searchRow(const ScoredRow& row, const SearchQuery& query, const SearchIndex& index, SearchMethod method,
    std::span<const double> epsilons);

/// Bytes that a search of this row reads, by epsilon: the summaries or codes of its keys, and the keys it scores.
std::vector<double> bytesRead(
    const ScoredRow& row, const RowSearch& search, const SearchIndex& index, SearchMethod method);

}
