// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "bounds/outputerror.h"
#include "bounds/tailmass.h"
#include "truncation/sortedrow.h"

namespace core {

/// Error of a valid row's weights, taken as they are: scores, or stored probabilities read as the numbers they are.
WeightError weightErrorOf(const SortedRow& row);

/// Error of stored probabilities read as roundings of unknown exact ones (reading `rounded`, soundness 9b). Rows that
/// cannot be read so (scores; a sum that is not 1; an entry above 1) get weightErrorOf.
WeightError roundedWeightErrorOf(const SortedRow& row);

/// Tail mass of a valid row when its k largest keys are kept, and its sink; k beyond the row keeps all. `error` is one
/// of the two above.
TailMass tailMassAt(const SortedRow& row, std::size_t k, const WeightError& error);
TailMass tailMassAt(const SortedRow& row, std::size_t k); ///< with weightErrorOf

/// Smallest k >= 1 whose upper end is below epsilon, strictly; the number of keys when none smaller is.
std::size_t kEps(const SortedRow& row, double epsilon, const WeightError& error);
std::size_t kEps(const SortedRow& row, double epsilon); ///< with weightErrorOf

/// For output errors. `values` is row-major, `dimensions` numbers per key of the head; the answer points into both.
WeightedValues weightedValues(
    const SortedRow& row, const WeightError& error, std::span<const double> values, std::size_t dimensions);

}
