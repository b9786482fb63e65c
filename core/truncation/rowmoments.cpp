// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/rowmoments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// Depth of a key: ln(w_0 / w_j) >= 0, exactly the score difference where there are scores.
class Depths
{
public:
    explicit Depths(const SortedRow& row)
        : m_row(row)
        , m_top(row.stored ? std::log(row.weights[0]) : row.scores[0])
    {
    }

    double operator[](std::size_t j) const
    {
        return m_top - (m_row.stored ? std::log(m_row.weights[j]) : m_row.scores[j]);
    }

private:
    const SortedRow& m_row;
    double m_top = 0;
};

/// Keys whose weight has a logarithm.
std::size_t countFinite(const SortedRow& row)
{
    if (!row.stored)
        return row.size();
    return static_cast<std::size_t>(std::ranges::find(row.weights, 0.0) - row.weights.begin());
}

}

RowMoments momentsOf(const SortedRow& row)
{
    if (row.state != RowState::Valid)
        return {};
    const std::size_t finite = countFinite(row);
    const auto count = static_cast<double>(finite);
    const Depths depths(row);
    // The median is at most sigma away from the mean, so squares around it lose no more than one bit.
    const double median = depths[finite / 2];
    // Depths below the maximum, which the sink may be.
    const bool sinkIsLargest = row.sink && row.sink->score > row.scores[0];
    const double raised = sinkIsLargest ? row.sink->score - row.scores[0] : 0;
    double weighted = 0;
    double sum = 0;
    double squares = 0;
    for (std::size_t j = finite; j-- > 0;) {
        const double depth = depths[j];
        if (row.weights[j] > 0)
            weighted += row.weights[j] * (depth + raised);
        sum += depth - median;
        squares += (depth - median) * (depth - median);
    }
    if (row.sink && row.sink->weight > 0)
        weighted += row.sink->weight * (row.maximum - row.sink->score);
    const double variance = std::max(0.0, (squares - sum * (sum / count)) / count);

    RowMoments moments;
    moments.rowSum = row.total();
    // sum p_j ln(1 / p_j) = ln(Z / w) + sum p_j depth_j with the largest weight w: all terms are >= 0, and a one-hot
    // row keeps its digits.
    const double others = sinkIsLargest ? row.tail[0] : row.headSum(0) + row.tail[1];
    moments.entropy = std::log1p(others / (sinkIsLargest ? row.sink->weight : row.weights[0])) + weighted / row.total();
    moments.sigma = std::isfinite(squares) ? std::sqrt(variance) : std::numeric_limits<double>::infinity();
    moments.censored = static_cast<double>(row.size() - finite) / static_cast<double>(row.size());
    moments.largestWeight = row.weights[0] / row.total();
    return moments;
}

}
