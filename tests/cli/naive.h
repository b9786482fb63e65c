// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

/// The definitions written down once more, in the plainest way and in long double.
namespace naive {

using Real = long double;

struct Row
{
    std::vector<std::size_t> order; ///< keys by falling score, ties: lower index first
    std::vector<Real> p; ///< by key
    Real entropy = 0;
    Real sigma = 0;

    explicit Row(const std::vector<double>& scores)
        : order(scores.size())
        , p(scores.size())
    {
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(
            order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
        const Real top = scores[order.front()];
        Real sum = 0, mean = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            p[i] = std::exp(static_cast<Real>(scores[i]) - top);
            sum += p[i];
            mean += static_cast<Real>(scores[i]) / static_cast<Real>(p.size());
        }
        for (std::size_t i = 0; i < p.size(); ++i) {
            p[i] /= sum;
            entropy -= p[i] * std::log(p[i]);
            sigma += (static_cast<Real>(scores[i]) - mean) * (static_cast<Real>(scores[i]) - mean);
        }
        sigma = std::sqrt(sigma / static_cast<Real>(p.size()));
    }

    Real tail(std::size_t k) const
    {
        Real sum = 0;
        for (std::size_t i = p.size(); i-- > std::min(k, p.size());)
            sum += p[order[i]];
        return sum;
    }
    std::size_t kEps(double epsilon) const
    {
        std::size_t k = 0;
        while (tail(k) >= static_cast<Real>(epsilon))
            ++k;
        return k;
    }
};

/// The smallest value with at least `percent` % of the values at or below it.
template <typename Value>
Value quantile(std::vector<Value> values, std::size_t percent)
{
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (100 * (i + 1) >= percent * values.size())
            return values[i];
    return values.back();
}

template <typename Value>
Real mean(const std::vector<Value>& values)
{
    Real sum = 0;
    for (const Value x : values)
        sum += static_cast<Real>(x);
    return sum / static_cast<Real>(values.size());
}

inline bool near(double a, Real b, Real relative = 1e-12L)
{
    return std::abs(static_cast<Real>(a) - b) <= relative * std::abs(b) + 1e-300L;
}

}
