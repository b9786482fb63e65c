// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "spectrum/headmatrix.h"
#include "spectrum/singularvalues.h"

namespace core {

/// The `top` largest singular values by block Lanczos with full reorthogonalisation and restarts, until residuals are
/// below 1e-8 of the largest value, or as far as the restarts get: the measured residuals tell. Sets values and
/// residuals only. `top` is at most a quarter of the least side. Error: Cancelled.
Result<Spectrum> leadingSingularValues(const HeadMatrix& matrix, std::size_t top, Work& work);

}
