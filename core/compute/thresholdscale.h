// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace core {

/// Counts how many of up to 255 rising thresholds a probability exceeds, in eight steps without a branch.
class ThresholdScale
{
public:
    explicit ThresholdScale(const std::vector<float>& thresholds)
    {
        m_thresholds.fill(std::numeric_limits<float>::infinity());
        for (std::size_t i = 0; i < thresholds.size() && i < most; ++i)
            m_thresholds[i] = thresholds[i];
    }

    std::uint8_t exceededBy(float probability) const
    {
        std::size_t count = 0;
        for (std::size_t step = 128; step != 0; step /= 2)
            count += m_thresholds[count + step - 1] < probability ? step : 0;
        return static_cast<std::uint8_t>(count);
    }

private:
    static constexpr std::size_t most = 255;
    std::array<float, most> m_thresholds{};
};

}
