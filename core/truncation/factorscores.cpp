// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/factorscores.h"

#include <cmath>

#include "truncation/rounding.h"
#include "truncation/softcap.h"

namespace core {

namespace {

/// Products of two such numbers have at most 48 bits: exact in double, and far from both ends of its range.
bool hasExactProducts(Element element)
{
    switch (element) {
    case Element::F64:
    case Element::I64:
    case Element::U64:
    case Element::I32:
    case Element::U32:
        return false;
    default:
        return true;
    }
}

void start(const FactorRows& factors, std::size_t row, KeyRange range, FactorScores& result)
{
    result.query.resize(factors.queries.columns);
    factors.queries.decodeRow(row, result.query.data());
    result.scores.assign(range.size(), 0.0);
    result.magnitudes.assign(range.size(), 0.0);
}

void capScores(const FactorRows& factors, FactorScores& result)
{
    if (factors.softCap > 0)
        for (double& score : result.scores)
            score = softCapped(score, factors.softCap);
}

}

void computeScores(const FactorRows& factors, std::size_t row, KeyRange range, FactorScores& result)
{
    start(factors, row, range, result);
    result.key.resize(factors.keys.columns);
    for (std::size_t j = 0; j < range.size(); ++j) {
        factors.keys.decodeRow(range.begin + j, result.key.data());
        double score = 0;
        double magnitude = 0;
        for (std::size_t c = 0; c < result.query.size(); ++c) {
            const double product = result.query[c] * result.key[c];
            score += product;
            magnitude += std::abs(product);
        }
        result.scores[j] = factors.scale * score;
        result.magnitudes[j] = magnitude;
    }
    capScores(factors, result);
}

void computeScores(
    const FactorRows& factors, std::size_t row, KeyRange range, const DecodedMatrix& keysByColumn, FactorScores& result)
{
    start(factors, row, range, result);
    const std::size_t count = range.size();
    double* const scores = result.scores.data();
    double* const magnitudes = result.magnitudes.data();
    for (std::size_t c = 0; c < result.query.size(); ++c) {
        const double queryPart = result.query[c];
        const double* const keyParts = keysByColumn.numbers.data() + c * keysByColumn.rows + range.begin;
        for (std::size_t j = 0; j < count; ++j) {
            const double product = queryPart * keyParts[j];
            scores[j] += product;
            magnitudes[j] += std::abs(product);
        }
    }
    for (std::size_t j = 0; j < count; ++j)
        scores[j] *= factors.scale;
    capScores(factors, result);
}

double scoreErrorOf(const FactorRows& factors, double magnitude)
{
    const auto dimensions = static_cast<double>(factors.queries.columns);
    const double scale = std::abs(factors.scale);
    if (hasExactProducts(factors.queries.element) && hasExactProducts(factors.keys.element))
        return gammaOf(dimensions + 3) * scale * magnitude + softCapError(factors.softCap);
    return gammaOf(dimensions + 4) * scale * magnitude + (dimensions + 2) * smallestNormal * (1 + scale)
        + softCapError(factors.softCap);
}

}
