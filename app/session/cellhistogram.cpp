// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/cellhistogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace app {

namespace {
constexpr double binsPerDecade = 25;
constexpr int lowestDecade = -45; ///< floats end there
constexpr std::size_t sampledCells = 2'000'000;
}

double CellHistogram::percentile(double share) const
{
    const auto total = std::accumulate(counts.begin(), counts.end(), zeros);
    auto below = zeros;
    if (counts.empty() || share * total < below)
        return 0;
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        below += counts[bin];
        if (below >= share * total)
            return std::pow(10.0, low + static_cast<double>(bin + 1) / binsPerDecade);
    }
    return std::pow(10.0, high);
}

CellHistogram cellHistogram(const core::ResidentHead& head)
{
    constexpr auto bins = static_cast<std::size_t>(-lowestDecade * binsPerDecade) + 1;
    std::vector<double> counts(bins);
    CellHistogram result;
    const auto step = std::max<std::size_t>(1, head.rowCount() * head.keyCount() / sampledCells);
    for (std::size_t row = 0; row < head.rowCount(); row += step) {
        for (std::size_t key = 0; key < head.keyCount(); ++key) {
            const double p = head.probability(row, key);
            if (p > 0 && std::isfinite(p)) {
                const auto bin = (std::log10(p) - lowestDecade) * binsPerDecade;
                ++counts[static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(bins - 1)))];
            } else if (p == 0) {
                ++result.zeros;
            }
        }
    }
    const auto occupied = [](double count) { return count > 0; };
    const auto first = std::find_if(counts.begin(), counts.end(), occupied);
    const auto last = std::find_if(counts.rbegin(), counts.rend(), occupied).base();
    if (first == counts.end())
        return result;
    result.low = lowestDecade + static_cast<double>(first - counts.begin()) / binsPerDecade;
    result.high = lowestDecade + static_cast<double>(last - counts.begin()) / binsPerDecade;
    result.counts.assign(first, last);
    return result;
}

}
