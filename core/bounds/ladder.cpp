// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/ladder.h"

#include <algorithm>

#include "bounds/tailcurve.h"

namespace core {

namespace {

/// Groups of keys whose weights are bounded on one side: kept ones from below, dropped ones from above.
class GroupSums
{
public:
    void keep(std::size_t count, double weight)
    {
        m_head += static_cast<double>(count) * weight;
        ++m_groups;
    }
    void drop(std::size_t count, double weight)
    {
        m_tail += static_cast<double>(count) * weight;
        ++m_groups;
    }

    /// Soundness 4 on the sums of groups; each term has one product and at most one addition for each group.
    Bound bound(const SortedRow& row, std::size_t k, WeightError error) const
    {
        error.additions = m_groups + 1 + static_cast<double>(row.alwaysKept());
        return {tailMass(m_tail, m_head + row.headSum(0), row.size() - k, k + row.alwaysKept(), error).tau.upper};
    }

private:
    double m_tail = 0;
    double m_head = 0;
    double m_groups = 0;
};

/// What is known of the keys of one block that lie on one side of the cut.
struct Part
{
    std::size_t count = 0;
    double least = 0; ///< weight
    double most = 0;
    double differences = 0; ///< sum of score - maximum

    void add(double weight, double difference)
    {
        if (count++ == 0)
            most = weight;
        least = weight;
        differences += difference;
    }

    /// exp of a lower end of the mean difference: each is off by u, their sum by gamma_(count - 1), the quotient by u.
    double weightOfMean() const
    {
        const auto terms = static_cast<double>(count);
        return weightOf(differences / terms * (1 + 1.01 * gammaOf(terms + 2)));
    }
};

struct Block
{
    Part kept;
    Part dropped;
};

enum class LowerSide { Least, Mean };

/// Parts of blocks, in falling order of weight inside each part. `blockOf(place)` tells the block of a place.
template <typename BlockOf>
std::vector<Block> blocksOf(const SortedRow& row, std::size_t k, std::size_t count, BlockOf blockOf)
{
    std::vector<Block> blocks(count);
    for (std::size_t place = 0; place < row.size(); ++place) {
        Block& block = blocks[blockOf(place)];
        const double difference = row.stored ? 0 : row.scores[place] - row.maximum;
        (place < k ? block.kept : block.dropped).add(row.weights[place], difference);
    }
    return blocks;
}

Bound blockBound(
    const std::vector<Block>& blocks, LowerSide side, const SortedRow& row, std::size_t k, const WeightError& error)
{
    GroupSums sums;
    for (const Block& block : blocks) {
        if (block.kept.count > 0)
            sums.keep(block.kept.count, side == LowerSide::Least ? block.kept.least : block.kept.weightOfMean());
        if (block.dropped.count > 0)
            sums.drop(block.dropped.count, block.dropped.most);
    }
    return sums.bound(row, k, error);
}

/// Every kept score the least one, every dropped score the largest. Weights are taken relative to score k: relative to
/// the maximum both might underflow. exp(-gap), never exp(gap), which overflows.
TailMass singleGap(const SortedRow& row, std::size_t k, WeightError error)
{
    error.additions = 1;
    const double least = row.stored ? row.weights[k - 1] : 1;
    const double most = row.stored ? row.weights[k] : weightOf(row.scores[k] - row.scores[k - 1]);
    const std::size_t dropped = row.size() - k;
    return tailMass(static_cast<double>(dropped) * most, static_cast<double>(k) * least, dropped, k, error);
}

Bound multiGap(const SortedRow& row, std::size_t k, const WeightError& error)
{
    GroupSums sums;
    const std::size_t count = row.size();
    for (std::size_t end = k, step = 1; end > 0; step *= 2) {
        const std::size_t begin = step < k ? k - step : 0;
        sums.keep(end - begin, row.weights[end - 1]);
        end = begin;
    }
    for (std::size_t begin = k, step = 1; begin < count; step *= 2) {
        const std::size_t end = std::min(count, k + step);
        sums.drop(end - begin, row.weights[begin]);
        begin = end;
    }
    return sums.bound(row, k, error);
}

}

std::vector<LadderBound> tailMassLadder(
    const SortedRow& row, std::size_t k, const WeightError& error, std::size_t block)
{
    if (k == 0 || tailMassAt(row, k, error).tau.upper == 0)
        return {};
    const TailMass gap = singleGap(row, k, error);
    const double ratio = std::max(gap.tailUpper / gap.headLower * (1 + 8 * unitRoundoff), smallestNormal);
    const auto sorted =
        blocksOf(row, k, (row.size() - 1) / block + 1, [&](std::size_t place) { return place / block; });
    const std::size_t lastKey = *std::ranges::max_element(row.keys);
    const auto positional =
        blocksOf(row, k, lastKey / block + 1, [&](std::size_t place) { return row.keys[place] / block; });
    std::vector<LadderBound> ladder{
        {"single_gap_ratio", "only the gap between the scores k and k+1 is known; tail over head", {ratio}},
        {"single_gap", "only the gap between the scores k and k+1 is known", {gap.tau.upper}},
        {"multi_gap", "the scores at distances 1, 2, 4, ... from k are known", multiGap(row, k, error)},
        {"sorted_blocks", "least and largest score of each block of sorted keys are known",
            blockBound(sorted, LowerSide::Least, row, k, error)},
        {"positional_blocks", "least and largest score of each block of neighbouring keys are known",
            blockBound(positional, LowerSide::Least, row, k, error)}};
    if (!row.stored) {
        ladder.push_back({"sorted_blocks_mean", "mean and largest score of each block of sorted keys are known",
            blockBound(sorted, LowerSide::Mean, row, k, error)});
        ladder.push_back(
            {"positional_blocks_mean", "mean and largest score of each block of neighbouring keys are known",
                blockBound(positional, LowerSide::Mean, row, k, error)});
    }
    const double everyRow = static_cast<double>(row.size() - k) / static_cast<double>(row.size());
    for (LadderBound& rung : ladder)
        rung.vacuous = !(rung.bound.upper < (rung.name == "single_gap_ratio" ? 1 : everyRow)); // also where it is no number
    return ladder;
}

}
