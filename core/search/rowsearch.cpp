// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/rowsearch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "search/gapsearch.h"

namespace core {

namespace {

using ScoresOf = BlockScores (*)(const SearchQuery&, const KeyBlock&);

ScoresOf scoresOf(SearchMethod method)
{
    switch (method) {
    case SearchMethod::Box:
        return boxScores;
    case SearchMethod::Ball:
    case SearchMethod::Mc:
        return ballScores;
    case SearchMethod::Norm:
        return normScores;
    default:
        return blockScores;
    }
}

MassBound massBoundOf(SearchMethod method)
{
    if (method == SearchMethod::EdmundsonMadansky)
        return MassBound::EdmundsonMadansky;
    return method == SearchMethod::Bennett ? MassBound::Bennett : MassBound::Plain;
}

std::vector<SearchUnit> blockUnits(
    const ScoredRow& row, const SearchQuery& query, const SearchIndex& index, SearchMethod method)
{
    std::vector<SearchUnit> units;
    for (const KeyBlock& block : index.blocks)
        if (const std::size_t visible = row.visible(block.range); visible > 0)
            units.push_back({block.range, visible, scoresOf(method)(query, block)});
    return units;
}

std::vector<SearchUnit> keyUnits(const ScoredRow& row, const std::vector<Interval>& scores)
{
    std::vector<SearchUnit> units;
    for (std::size_t key = 0; key < scores.size(); ++key)
        if (!std::isnan(row.scores[key]))
            units.push_back({{key, key + 1}, 1,
                {scores[key].upper, scores[key].lower, scores[key].upper, std::numeric_limits<double>::infinity(), 1}});
    return units;
}

std::vector<SearchUnit> unitsOf(
    const ScoredRow& row, const SearchQuery& query, const SearchIndex& index, SearchMethod method)
{
    const std::size_t reach = row.size() == 0 ? 0 : *std::ranges::max_element(row.row.keys) + std::size_t{1};
    if (method == SearchMethod::Int8)
        return keyUnits(row, codedScores(query, *index.codes, reach));
    if (method == SearchMethod::Pca)
        return keyUnits(row, prefixScores(query, *index.prefix, reach));
    return blockUnits(row, query, index, method);
}

RowSearch massSearch(BestFirstSearch search, std::span<const double> epsilons)
{
    RowSearch result;
    result.stops.resize(epsilons.size());
    for (std::size_t open = epsilons.size(); open > 0;) {
        search.scoreNext();
        const Bound bound = search.tailMass();
        for (std::size_t i = 0; i < epsilons.size(); ++i) {
            if (result.stops[i].scored != 0 || !(bound.upper < epsilons[i]))
                continue;
            result.stops[i] = {search.scored().size(), search.trimmed(epsilons[i]), bound};
            --open;
        }
    }
    result.order = search.scored();
    return result;
}

}

RowSearch searchRow(const ScoredRow& row, const SearchQuery& query, const SearchIndex& index, SearchMethod method,
    std::span<const double> epsilons)
{
    auto units = unitsOf(row, query, index, method);
    if (method == SearchMethod::DeltaK)
        return gapSearch(row, std::move(units), epsilons);
    const SearchOrder order = method == SearchMethod::Mc ? SearchOrder::UpperScore : SearchOrder::Mass;
    return massSearch(BestFirstSearch(row, std::move(units), massBoundOf(method), order), epsilons);
}

std::vector<double> bytesRead(
    const ScoredRow& row, const RowSearch& search, const SearchIndex& index, SearchMethod method)
{
    std::size_t before = passBytes(index, method, row.size());
    for (const KeyBlock& block : index.blocks)
        before += row.visible(block.range) > 0 ? summaryBytes(index, method) : 0;
    std::vector<double> bytes;
    for (const SearchStop& stop : search.stops)
        bytes.push_back(static_cast<double>(before + stop.scored * index.keyBytes));
    return bytes;
}

}
