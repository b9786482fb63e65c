// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/mapscene.h"

#include <cmath>

namespace render {

namespace {

constexpr int thresholdCount = 255;
constexpr double smallestLow = 1e-37;

}

std::vector<float> thresholdsOf(const ColourRange& range)
{
    const bool log = range.spacing == Spacing::Log;
    double low = std::isfinite(range.low) ? range.low : 0;
    double high = std::isfinite(range.high) ? range.high : 1;
    if (log) {
        low = std::log10(std::max(low, smallestLow));
        high = std::log10(std::max(high, smallestLow));
    }
    high = std::max(high, low + 1e-3 * std::max(1.0, std::abs(low)));
    std::vector<float> thresholds(thresholdCount);
    for (int i = 0; i < thresholdCount; ++i) {
        const double value = low + (high - low) * i / (thresholdCount - 1);
        thresholds[static_cast<std::size_t>(i)] = static_cast<float>(log ? std::pow(10.0, value) : value);
    }
    return thresholds;
}

}
