// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/perturbation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

WeightError perturbed(WeightError error, double delta)
{
    if (delta > 0)
        error.scoreError = std::nextafter(error.scoreError + delta, std::numeric_limits<double>::infinity());
    return error;
}

Bound perturbationShift(double delta)
{
    if (!(delta > 0))
        return {0};
    return {std::clamp(std::tanh(delta / 2) * (1 + 8 * unitRoundoff), smallestNormal, 1.0)};
}

}
