// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "search/rowsearch.h"

namespace core {

/// Delta_k-Search of one row (theory 2.8): units by falling upper score; it stops as soon as for some k the k-th best
/// exact score lies so far above all other scores, known or bounded, that 1 / (1 + k/(n-k) e^gap) is below epsilon.
RowSearch gapSearch(const ScoredRow& row, std::vector<SearchUnit> units, std::span<const double> epsilons);

}
