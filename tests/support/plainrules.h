// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "truncation/rule.h"

/// The choices of resources/manual/rules.md written down once more, in the plainest way and in long double.
namespace plain {

using Real = long double;

/// The keys that exist for a row, by rising index, with their scores and probabilities.
struct Row
{
    std::vector<std::size_t> keys;
    std::vector<double> scores;
    std::vector<Real> p;

    std::size_t size() const { return keys.size(); }
};

inline Row rowOfScores(const std::vector<double>& scores, std::vector<std::size_t> keys = {})
{
    if (keys.empty()) {
        keys.resize(scores.size());
        std::iota(keys.begin(), keys.end(), std::size_t{0});
    }
    Row row{std::move(keys), scores, {}};
    const double largest = scores.empty() ? 0 : *std::max_element(scores.begin(), scores.end());
    Real sum = 0;
    for (const double score : scores)
        sum += std::exp(static_cast<Real>(score) - static_cast<Real>(largest));
    for (const double score : scores)
        row.p.push_back(std::exp(static_cast<Real>(score) - static_cast<Real>(largest)) / sum);
    return row;
}

inline std::vector<std::size_t> bestFirst(const Row& row)
{
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row.scores[a] > row.scores[b]; });
    return order;
}

inline Real tail(const Row& row, const std::vector<bool>& kept)
{
    std::vector<Real> dropped;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (!kept[i])
            dropped.push_back(row.p[i]);
    std::sort(dropped.begin(), dropped.end());
    return std::accumulate(dropped.begin(), dropped.end(), Real{0});
}

inline std::vector<bool> best(const Row& row, std::size_t k, std::vector<bool> kept)
{
    auto count = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
    for (const std::size_t i : bestFirst(row))
        if (!kept[i] && count < k) {
            kept[i] = true;
            ++count;
        }
    return kept;
}

/// Which of the row's keys a rule keeps that looks at this row alone.
struct Kept
{
    const Row& row;

    std::vector<bool> none() const { return std::vector<bool>(row.size()); }
    std::vector<bool> operator()(const core::TopK& rule) const { return best(row, rule.k, none()); }
    std::vector<bool> operator()(const core::TopP& rule) const
    {
        std::size_t k = 1;
        while (k < row.size() && tail(row, best(row, k, none())) > 1 - static_cast<Real>(rule.mass))
            ++k;
        return best(row, k, none());
    }
    std::vector<bool> operator()(const core::Threshold& rule) const
    {
        auto kept = none();
        for (std::size_t i = 0; i < row.size(); ++i)
            kept[i] = row.p[i] >= static_cast<Real>(rule.probability);
        return kept;
    }
    std::vector<bool> operator()(const core::Window& rule) const
    {
        auto kept = none();
        for (std::size_t i = 0; i < row.size(); ++i)
            kept[i] = i < rule.sinks || i + rule.recent >= row.size();
        return kept;
    }
    std::vector<bool> operator()(const core::ForcedTopK& rule) const { return best(row, rule.k, (*this)(rule.forced)); }
    std::vector<bool> operator()(const core::BlockTop&) const { return none(); }
    std::vector<bool> operator()(const core::ImportedMask&) const { return none(); }
};

inline std::vector<bool> kept(const core::Rule& rule, const Row& row)
{
    return std::visit(Kept{row}, rule);
}

/// Key blocks kept by each query block: [query block][key block]. `rows` are all rows of a head.
inline std::vector<std::vector<bool>> keptBlocks(
    const core::BlockTop& rule, const std::vector<Row>& rows, std::size_t keyCount)
{
    std::vector<std::vector<bool>> result;
    const std::size_t keyBlocks = (keyCount + rule.keys - 1) / rule.keys;
    for (std::size_t begin = 0; begin < rows.size(); begin += rule.queries) {
        std::vector<Real> mass(keyBlocks, -1);
        for (std::size_t i = begin; i < std::min(begin + rule.queries, rows.size()); ++i)
            for (std::size_t j = 0; j < rows[i].size(); ++j) {
                Real& block = mass[rows[i].keys[j] / rule.keys];
                block = std::max(block, Real{0}) + std::floor(rows[i].p[j] * 0x1p32L + 0.5L);
            }
        std::vector<std::size_t> order(keyBlocks);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return mass[a] > mass[b]; });
        std::vector<bool> kept(keyBlocks);
        for (std::size_t i = 0; i < std::min(rule.count, keyBlocks); ++i)
            kept[order[i]] = mass[order[i]] >= 0;
        result.push_back(std::move(kept));
    }
    return result;
}

inline std::vector<bool> inBlocks(const core::BlockTop& rule, const Row& row, const std::vector<bool>& blocks)
{
    std::vector<bool> kept;
    for (const std::size_t key : row.keys)
        kept.push_back(blocks[key / rule.keys]);
    return kept;
}

}
