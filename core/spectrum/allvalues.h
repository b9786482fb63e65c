// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "spectrum/headmatrix.h"
#include "spectrum/singularvalues.h"

namespace core {

/// All singular values, to rounding of the largest: the matrix is made bidiagonal, whose values are the eigenvalues of
/// the Golub-Kahan tridiagonal matrix. Residuals of the first `residuals` values, with vectors by inverse iteration.
/// Sets values and residuals only. Error: Cancelled.
Result<Spectrum> allSingularValues(const HeadMatrix& matrix, std::size_t residuals, const Progress& progress);

}
