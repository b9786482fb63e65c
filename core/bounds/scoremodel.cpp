// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/scoremodel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "truncation/rounding.h"

namespace core {

namespace {

constexpr int mostSteps = 50;
/// Newton's steps square the error: after a step this small the rest is below rounding.
constexpr double lastStep = 1e-9;

double normalDensity(double x)
{
    return std::exp(-x * x / 2) / (std::numbers::sqrt2 * std::sqrt(std::numbers::pi));
}

/// Solves erf(x / sqrt 2) = y by Newton's method; relative accuracy also near 0.
double centralQuantile(double y)
{
    double x = y * std::sqrt(std::numbers::pi / 2);
    for (int i = 0; i < mostSteps; ++i) {
        const double step = (std::erf(x / std::numbers::sqrt2) - y) / (2 * normalDensity(x));
        x -= step;
        if (std::abs(step) <= lastStep * std::abs(x))
            break;
    }
    return x;
}

/// Left of the quantile of p < 1/2, since Phi(-t) <= exp(-t^2 / 2) / 2.
double leftOfQuantile(double p)
{
    return -std::sqrt(-2 * std::log(p));
}

/// Solves ln Phi(x) = ln p for p < 1/2 by Newton's method from x, which is left of the root. ln Phi is concave: the
/// steps rise towards the root and never pass it.
double tailQuantile(double p, double x)
{
    for (int i = 0; i < mostSteps; ++i) {
        const double phi = normalCdf(x);
        const double step = std::log(phi / p) * phi / normalDensity(x);
        x -= step;
        if (std::abs(step) <= lastStep * std::abs(x))
            break;
    }
    return x;
}

/// Weights exp(score - maximum) of the plug-in row, rising. The upper half of the quantiles mirrors the lower one,
/// where each search starts from the quantile before: long rows are drawn while a slider moves.
std::vector<double> plugInWeights(double sigma, std::size_t keyCount)
{
    const auto count = static_cast<double>(keyCount);
    std::vector<double> scores(keyCount);
    double score = leftOfQuantile(0.5 / count);
    for (std::size_t i = 0; i < keyCount / 2; ++i) {
        score = tailQuantile((static_cast<double>(i) + 0.5) / count, score);
        scores[i] = score;
        scores[keyCount - 1 - i] = -score;
    }
    const double top = keyCount > 0 ? scores.back() : 0;
    for (double& x : scores)
        x = std::exp(sigma * (x - top));
    return scores;
}

}

double normalCdf(double x)
{
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

double normalQuantile(double p)
{
    if (!(p >= 0 && p <= 1))
        return std::numeric_limits<double>::quiet_NaN();
    if (p == 0 || p == 1)
        return p == 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    if (p >= 0.25 && p <= 0.75)
        return centralQuantile(2 * p - 1);
    const double tail = p < 0.5 ? std::max(p, smallestNormal) : 1 - p;
    const double x = tailQuantile(tail, leftOfQuantile(tail));
    return p < 0.5 ? x : -x;
}

Estimate gaussianKeptShare(double sigma, double epsilon)
{
    return {normalCdf(-(sigma + normalQuantile(epsilon)))};
}

Estimate gaussianTailMass(double sigma, double keptShare)
{
    return {normalCdf(-normalQuantile(keptShare) - sigma)};
}

double gaussianSigma(double keptShare, double epsilon)
{
    return -normalQuantile(keptShare) - normalQuantile(epsilon);
}

Estimate impliedSigma(std::size_t kEps, std::size_t keyCount, double epsilon)
{
    if (kEps >= keyCount)
        return {0};
    return {std::max(0.0, gaussianSigma(static_cast<double>(kEps) / static_cast<double>(keyCount), epsilon))};
}

PlugInRow::PlugInRow(double sigma, std::size_t keyCount)
    : m_sums{0}
{
    m_sums.reserve(keyCount + 1);
    for (const double weight : plugInWeights(sigma, keyCount))
        m_sums.push_back(m_sums.back() + weight);
}

std::size_t PlugInRow::kEps(double epsilon) const
{
    const auto firstBeyond = std::upper_bound(m_sums.begin() + 1, m_sums.end(), epsilon * m_sums.back());
    return static_cast<std::size_t>(m_sums.end() - firstBeyond);
}

Estimate PlugInRow::tailMass(std::size_t k) const
{
    return {k >= keyCount() ? 0 : m_sums[keyCount() - k] / m_sums.back()};
}

std::size_t plugInKEps(double sigma, std::size_t keyCount, double epsilon)
{
    return PlugInRow(sigma, keyCount).kEps(epsilon);
}

}
