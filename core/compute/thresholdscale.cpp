// SPDX-License-Identifier: GPL-3.0-or-later
#include "compute/thresholdscale.h"

#include <algorithm>
#include <cmath>

namespace core {

ThresholdScale::ThresholdScale(const std::vector<float>& thresholds)
    : m_start(std::size_t{1} << 15U)
{
    constexpr std::size_t most = 255;
    std::copy_if(
        thresholds.begin(), thresholds.end(), std::back_inserter(m_rising), [](float t) { return !std::isnan(t); });
    std::sort(m_rising.begin(), m_rising.end());
    m_rising.resize(std::min(m_rising.size(), most));
    std::size_t count = 0;
    for (std::size_t i = 0; i < m_start.size(); ++i) {
        const auto least = std::bit_cast<float>(static_cast<std::uint32_t>(i << 16U));
        while (count < m_rising.size() && m_rising[count] < least)
            ++count;
        m_start[i] = static_cast<std::uint8_t>(count);
    }
}

}
