// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace core {

/// An upper end of the largest eigenvalue of C = (1/n) sum (k - c)(k - c)^T, which is not below the covariance of the
/// keys for any c. NaN or infinite where a key is not finite. `keys`: one pointer per key to as many numbers as
/// `centre` has.
///
/// A solver's eigenvalues err to either side, so its value l counts only when l I - C has a Cholesky factorisation;
/// else the trace stands for it (soundness 12).
double largestVarianceUpper(const std::vector<const double*>& keys, std::span<const float> centre);

}
