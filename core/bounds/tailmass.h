// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "base/interval.h"
#include "truncation/rounding.h"

namespace core {

/// How far computed weights w^ and their sums may be from the exact ones (soundness 4, 8, 9):
/// |w^ - w e^x| <= relative * w e^x + absolute with |x| <= scoreError.
struct WeightError
{
    double relative = 0; ///< eps; 0 for stored probabilities read as they are
    double additions = 0; ///< h: additions on the longest path of any term, for tail and head sums alike
    double absolute =
        smallestNormal * (1 + 0x1p-20); ///< per key: underflow, or half the smallest subnormal of a stored format
    double scoreError = 0; ///< delta, where it is too large to be part of `relative`

    /// Weights are the very numbers that are meant.
    bool exact() const { return relative == 0 && scoreError == 0; }
    /// Relative error with delta included.
    double combined() const;

    friend bool operator==(const WeightError&, const WeightError&) = default;
};

/// Proven ends of the sums of weights over dropped (T) and kept (H) keys, and of the tail mass.
struct TailMass
{
    double tailUpper = 0;
    double tailLower = 0;
    double headUpper = 0;
    double headLower = 0;
    Interval tau; ///< contains p(dropped); [0, 0] when nothing is dropped, [1, 1] when nothing is kept
};

/// Tail mass of a kept set from computed sums (soundness 4) of `dropped` and `kept` terms. `tail` and `head` are summed
/// each on their own, never by subtraction.
TailMass tailMass(double tail, double head, std::size_t dropped, std::size_t kept, const WeightError& error);

/// Divergences between a row and its renormalised truncation; each contains the real value (theory 2.1, soundness 10).
struct Divergences
{
    Interval totalVariation;
    Interval kullbackLeibler; ///< KL(kept, full) in nats; upper may be infinite when the head underflowed
    Interval jensenShannon; ///< nats
    Interval hellingerSquared;
};

Divergences divergences(const TailMass& mass);

/// f(tau): Jensen-Shannon divergence in nats at a tail mass in [0, 1], to a relative error of 6.5 u (theory 4.1).
double jensenShannonOf(double tailMass);

}
