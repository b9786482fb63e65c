// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>

namespace core {

/// A running sum that is known after every term, with few additions above each: terms of a block are added to each
/// other, and the block to those before it (soundness 4, blocks of b). Plain recursion would leave intervals of 131072
/// keys 6e-11 wide.
class BlockedSum
{
public:
    static constexpr std::size_t blockLength = 256;

    void add(double term)
    {
        m_block += term;
        if (++m_terms == blockLength) {
            m_before += m_block;
            m_block = 0;
            m_terms = 0;
        }
    }
    double value() const { return m_before + m_block; }

    /// h: additions on the longest path of any of so many terms. The first term of a block is added to zero.
    static double additions(std::size_t terms)
    {
        const std::size_t blocks = (terms + blockLength - 1) / blockLength;
        return static_cast<double>(std::min(terms - 1, blockLength + blocks));
    }

private:
    double m_before = 0;
    double m_block = 0;
    std::size_t m_terms = 0;
};

}
