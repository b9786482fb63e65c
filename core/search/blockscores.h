// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "search/keyblock.h"
#include "search/searchquery.h"

namespace core {

/// What is proven of the scores of a block's keys for one query. +inf above and -inf below where nothing is.
struct BlockScores
{
    double upper = 0; ///< no score is above it
    double lower = 0; ///< no score is below it
    double mean = 0; ///< the mean score is not above it; at most `upper`
    double variance = 0; ///< the scores' variance is not above it
    std::size_t count = 0; ///< keys that mean and variance are of
};

/// The same from one summary alone; mean and variance are those of no knowledge, `upper` and infinite.
BlockScores boxScores(const SearchQuery& query, const KeyBlock& block);
BlockScores ballScores(const SearchQuery& query, const KeyBlock& block);
BlockScores normScores(const SearchQuery& query, const KeyBlock& block);

/// All summaries together: the narrowest ends, with mean and variance.
BlockScores blockScores(const SearchQuery& query, const KeyBlock& block);

}
