// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "capture/rowbatch.h"
#include "truncation/decodedmatrix.h"

namespace core {

/// Scores of one query against a range of keys.
struct FactorScores
{
    std::vector<double> scores; ///< scale * q.k, soft-capped, one per key of the range
    std::vector<double> magnitudes; ///< sum over c of |q_c k_c|, in the same order
    std::vector<double> query;
    std::vector<double> key; ///< working memory
};

/// Products in double, added in the order of the dimensions, by both functions alike: the same bytes.
void computeScores(const FactorRows& factors, std::size_t row, KeyRange range, FactorScores& result);
void computeScores(const FactorRows& factors, std::size_t row, KeyRange range, const DecodedMatrix& keysByColumn,
    FactorScores& result);

/// delta: how far a computed score may be from the real one, when |q|.|k| is `magnitude` (soundness 8).
double scoreErrorOf(const FactorRows& factors, double magnitude);

}
