// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "base/indices.h"

namespace app {

enum class SigmaSource { FittedToRow, SetByHand };

/// What the sliders say.
struct Parameters
{
    std::size_t k = 1; ///< keys kept, 1 ... keys of the head
    double epsilon = 0.01; ///< tail mass that may be lost, 1e-6 ... 1
    double sigma = 1; ///< spread of the scores that predictions are made for, 0.25 ... 32
    SigmaSource sigmaSource = SigmaSource::FittedToRow;

    friend bool operator==(const Parameters&, const Parameters&) = default;
};

inline constexpr double smallestEpsilon = 1e-6;
inline constexpr double smallestSigma = 0.25;
inline constexpr double largestSigma = 32;

/// The selected cell of a head.
struct Pick
{
    core::RowIndex row;
    core::KeyIndex key;

    friend bool operator==(const Pick&, const Pick&) = default;
};

}
