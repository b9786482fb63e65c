// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/blockmasses.h"

#include <algorithm>
#include <cmath>

#include "bounds/largestof.h"
#include "bounds/tailcurve.h"

namespace core {

namespace {

constexpr double unitsOfOne = 0x1p32;
constexpr Interval noCell{0, -1};

std::size_t blocksOf(std::size_t count, std::size_t blockSize)
{
    return count == 0 ? 0 : (count - 1) / blockSize + 1;
}

/// floor(2^32 p + 1/2) of both ends. What the sum rounds is far less than what the widening grants wherever it is not
/// below 1; sums of units are exact below 2^53, which is 2^21 rows.
Interval unitsOf(const Interval& share)
{
    constexpr double widening = 8 * unitRoundoff;
    return {std::floor(share.lower * unitsOfOne * (1 - widening) + 0.5),
        std::floor(share.upper * unitsOfOne * (1 + widening) + 0.5)};
}

class BlockMarks : public MarkedKeys
{
public:
    BlockMarks(const BlockTop& shape, std::size_t keyBlocks, std::vector<Membership> marks)
        : m_shape(shape)
        , m_keyBlocks(keyBlocks)
        , m_marks(std::move(marks))
    {
    }

    std::vector<Membership> marks(std::size_t row, KeyRange keys) const override
    {
        std::vector<Membership> result(keys.size());
        const Membership* const blocks = m_marks.data() + row / m_shape.queries * m_keyBlocks;
        for (std::size_t key = keys.begin; key < keys.end; ++key)
            result[key - keys.begin] = blocks[key / m_shape.keys];
        return result;
    }
    /// A whole number of blocks is kept, which is not a number of keys.
    bool countIsKnown() const override { return false; }

private:
    BlockTop m_shape;
    std::size_t m_keyBlocks;
    std::vector<Membership> m_marks;
};

}

BlockMasses::BlockMasses(std::size_t rowCount, std::size_t keyCount, const BlockTop& shape)
    : m_shape(shape)
    , m_rowCount(rowCount)
    , m_queryBlocks(blocksOf(rowCount, shape.queries))
    , m_keyBlocks(blocksOf(keyCount, shape.keys))
    , m_masses(m_queryBlocks * m_keyBlocks, noCell)
{
}

std::size_t BlockMasses::bytesFor(std::size_t rowCount, std::size_t keyCount, const BlockTop& shape)
{
    return blocksOf(rowCount, shape.queries) * blocksOf(keyCount, shape.keys) * (sizeof(Interval) + sizeof(Membership));
}

RowRange BlockMasses::rowsOf(std::size_t queryBlock) const
{
    return {queryBlock * m_shape.queries, std::min((queryBlock + 1) * m_shape.queries, m_rowCount)};
}

void BlockMasses::add(std::size_t row, const SortedRow& sorted)
{
    if (sorted.state != RowState::Valid)
        return;
    const KeyShares shares(sorted, weightErrorOf(sorted));
    Interval* const blocks = m_masses.data() + row / m_shape.queries * m_keyBlocks;
    for (std::size_t place = 0; place < sorted.size(); ++place) {
        Interval& mass = blocks[sorted.keys[place] / m_shape.keys];
        const Interval units = unitsOf(shares.of(sorted.weights[place]));
        if (mass == noCell)
            mass = {0, 0};
        mass.lower += units.lower;
        mass.upper += units.upper;
    }
}

std::shared_ptr<const MarkedKeys> BlockMasses::best(std::size_t count) const
{
    std::vector<Membership> marks(m_masses.size(), Membership::Dropped);
    std::vector<std::size_t> candidates;
    std::vector<Interval> masses;
    for (std::size_t block = 0; block < m_queryBlocks; ++block) {
        candidates.clear();
        masses.clear();
        for (std::size_t i = block * m_keyBlocks; i < (block + 1) * m_keyBlocks; ++i) {
            if (m_masses[i] == noCell)
                continue;
            candidates.push_back(i);
            masses.push_back(m_masses[i]);
        }
        const std::vector<Membership> best = largestOf(masses, count);
        for (std::size_t i = 0; i < candidates.size(); ++i)
            marks[candidates[i]] = best[i];
    }
    return std::make_shared<const BlockMarks>(m_shape, m_keyBlocks, std::move(marks));
}

}
