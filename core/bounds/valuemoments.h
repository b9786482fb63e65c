// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "bounds/tailmass.h"

namespace core {

/// Sums over some keys of a row, one number per dimension (soundness 11); c is the centre.
struct ValueMoments
{
    std::vector<double> moment; ///< g = sum of w (v - c)
    std::vector<double> magnitude; ///< A = sum of w |v - c|
    std::vector<double> distance; ///< B = sum of |v - c|
    std::size_t terms = 0;

    explicit ValueMoments(std::size_t dimensions)
        : moment(dimensions)
        , magnitude(dimensions)
        , distance(dimensions)
    {
    }

    void add(double weight, const double* value, const double* centre)
    {
        for (std::size_t c = 0; c < moment.size(); ++c) {
            const double difference = value[c] - centre[c];
            const double size = std::abs(difference);
            moment[c] += weight * difference;
            magnitude[c] += weight * size;
            distance[c] += size;
        }
        ++terms;
    }
};

/// Bound on the error of a computed moment: per coordinate `relative` A_c + `absolute` (B_c + terms) (soundness 11).
struct MomentError
{
    double relative = 0; ///< infinite where the weights' own error is a half or more
    double absolute = 0;
    double terms = 0;

    /// Of weights with the error given, in a sum of `count` terms.
    MomentError(const WeightError& error, std::size_t count);

    double at(const ValueMoments& sums, std::size_t c) const
    {
        return relative * sums.magnitude[c] + absolute * (sums.distance[c] + terms);
    }
};

}
