// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bounds/tailmass.h"

namespace core {

/// The error of weights whose scores may each be off by `delta` >= 0 more, as by quantised keys or a kernel in half
/// precision (theory 2.6): exp(+-delta) on every sum, exp(2 delta) on the odds of a tail mass. With it tailMassAt and
/// kEps answer for every row whose scores are within delta of the stored ones, keeping the same keys.
WeightError perturbed(WeightError error, double delta);

/// Total variation between a row and one whose scores differ by at most delta: at most tanh(delta / 2) (theory 2.6).
Bound perturbationShift(double delta);

}
