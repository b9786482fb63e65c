// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "capture/rowbatch.h"
#include "truncation/preparedrule.h"

namespace core {

/// Singular values, falling, of a head's matrix of probabilities: stored ones as they are, whatever their row sums.
/// Rows without a number are zero rows.
struct Spectrum
{
    std::vector<double> values;
    std::vector<double>
        residuals; ///< ||A v - sigma u||_2 and its transpose, the larger; one per value; measured, not proven
    double frobenius = 0;
    double stableRank = 0; ///< ||A||_F^2 / sigma_1^2
    bool complete = false; ///< all singular values are known: then the next two are set
    double effectiveRank = 0; ///< exp of the entropy of the normalised singular values
    double participationRatio = 0; ///< (sum sigma^2)^2 / sum sigma^4
};

/// Least side of a matrix up to which all values are computed, and up to which all of them get a residual.
inline constexpr std::size_t completeSpectrumLimit = 1536;
inline constexpr std::size_t completeResidualLimit = 512;

struct SpectrumRequest
{
    /// Values wanted where not all are computed, and residuals wanted where they are; 0: as many as a matrix of this
    /// size gets.
    std::size_t top = 32;
    const PreparedRule* kept = nullptr; ///< of the truncated, renormalised matrix; null: of the whole
};

/// Errors: Cancelled, FileChanged, TooLarge (over work.memory), OutOfMemory.
Result<Spectrum> singularValues(const HeadRows& head, const SpectrumRequest& request, Work& work);

}
