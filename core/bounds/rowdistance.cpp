// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/rowdistance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "truncation/blockedsum.h"
#include "truncation/rounding.h"

namespace core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A row by key, and its sink behind them.
struct Distribution
{
    std::vector<double> share;
    std::vector<double> logarithm; ///< of the share, known where the share itself underflows; -inf where it is 0

    Distribution(const SortedRow& row, std::size_t keyCount)
        : share(keyCount + 1, 0)
        , logarithm(keyCount + 1, -infinity)
    {
        const double total = row.total();
        const double logTotal = std::log(total);
        if (row.sink) {
            share[keyCount] = row.sink->weight / total;
            logarithm[keyCount] = row.sink->score - row.maximum - logTotal;
        }
        for (std::size_t place = 0; place < row.size(); ++place) {
            const std::uint32_t key = row.keys[place];
            share[key] = row.weights[place] / total;
            logarithm[key] = (row.stored ? std::log(row.weights[place]) : row.scores[place] - row.maximum) - logTotal;
        }
    }
};

/// p ln(p/q) - p + q, which is never negative and of second order in p - q: sums of it are exact to rounding where the
/// rows are nearly equal, although their sums are 1 to rounding only.
double kullbackLeiblerPart(double p, double q, double logRatio)
{
    if (std::abs(logRatio) >= 0.5 || q < smallestNormal)
        return p * logRatio - p + q;
    const double x = (p - q) / q;
    return q * ((1 + x) * std::log1p(x) - x);
}

double kullbackLeibler(const Distribution& a, const Distribution& b)
{
    BlockedSum sum;
    for (std::size_t key = 0; key < a.share.size(); ++key) {
        if (a.logarithm[key] == -infinity)
            sum.add(b.share[key]);
        else if (b.logarithm[key] == -infinity)
            return infinity;
        else
            sum.add(kullbackLeiblerPart(a.share[key], b.share[key], a.logarithm[key] - b.logarithm[key]));
    }
    return std::max(sum.value(), 0.0);
}

/// A key's part of the Jensen-Shannon divergence, from the relative difference so that near shares do not cancel.
double jensenShannonPart(double a, double b)
{
    const double both = a + b;
    if (both == 0)
        return 0;
    const double difference = (a - b) / both;
    const double larger = (1 + std::abs(difference)) * std::log1p(std::abs(difference));
    const double smaller =
        std::abs(difference) < 1 ? (1 - std::abs(difference)) * std::log1p(-std::abs(difference)) : 0;
    return both / 4 * (larger + smaller);
}

}

RowDistance distanceOf(const SortedRow& a, const SortedRow& b, std::size_t keyCount)
{
    const Distribution p(a, keyCount);
    const Distribution q(b, keyCount);
    BlockedSum variation, jensenShannon, hellinger, product, normA, normB;
    for (std::size_t key = 0; key <= keyCount; ++key) {
        const double x = p.share[key];
        const double y = q.share[key];
        const double root = std::sqrt(x) - std::sqrt(y);
        variation.add(std::abs(x - y));
        jensenShannon.add(jensenShannonPart(x, y));
        hellinger.add(root * root);
        if (key == keyCount)
            continue; // the sink is no key
        product.add(x * y);
        normA.add(x * x);
        normB.add(y * y);
    }
    RowDistance distance;
    distance.totalVariation = std::min(variation.value() / 2, 1.0);
    distance.klAB = kullbackLeibler(p, q);
    distance.klBA = kullbackLeibler(q, p);
    distance.jensenShannon = jensenShannon.value();
    distance.hellinger = std::min(std::sqrt(hellinger.value() / 2), 1.0);
    // Without a sink a valid row has a share of at least 1 / n; with one all shares of keys may underflow.
    const double norms = std::sqrt(normA.value()) * std::sqrt(normB.value());
    distance.cosine = norms > 0 ? std::min(product.value() / norms, 1.0) : 0;
    return distance;
}

double overlapOf(const SortedRow& a, const SortedRow& b, std::size_t k)
{
    const auto best = [k](const SortedRow& row) {
        const auto end = row.keys.begin() + static_cast<std::ptrdiff_t>(std::min(k, row.size()));
        std::vector<std::uint32_t> keys(row.keys.begin(), end);
        std::sort(keys.begin(), keys.end());
        return keys;
    };
    const auto first = best(a);
    const auto second = best(b);
    std::vector<std::uint32_t> common;
    std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(common));
    return static_cast<double>(common.size()) / static_cast<double>(first.size() + second.size() - common.size());
}

}
