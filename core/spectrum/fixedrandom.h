// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace core {

/// The same numbers on every machine, in [-1, 1): starting vectors that no structure of a matrix is orthogonal to.
class FixedRandom
{
public:
    explicit FixedRandom(std::uint64_t seed)
        : m_state(seed)
    {
    }

    /// SplitMix64.
    double next()
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        z ^= z >> 31U;
        return static_cast<double>(z >> 11U) * 0x1p-52 - 1;
    }

private:
    std::uint64_t m_state;
};

}
