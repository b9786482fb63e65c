// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace core {

/// Counts how many of up to 255 thresholds a probability exceeds. The upper half of a float's bits (its exponent and
/// seven bits more) finds where to start; from there a step or two are left.
class ThresholdScale
{
public:
    explicit ThresholdScale(const std::vector<float>& thresholds);

    /// `probability` is not negative and not NaN.
    std::uint8_t exceededBy(float probability) const
    {
        std::size_t count = m_start[std::bit_cast<std::uint32_t>(probability) >> 16U];
        while (count < m_rising.size() && m_rising[count] < probability)
            ++count;
        return static_cast<std::uint8_t>(count);
    }

private:
    std::vector<float> m_rising;
    std::vector<std::uint8_t> m_start;
};

}
