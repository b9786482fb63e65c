// SPDX-License-Identifier: GPL-3.0-or-later
#include "truncation/sortedrow.h"

#include <algorithm>
#include <cmath>

#include "truncation/blockedsum.h"
#include "truncation/factorscores.h"
#include "truncation/ranking.h"
#include "truncation/rounding.h"

namespace core {

namespace {

/// What an fp32 softmax may add to the distance of a row's sum from 1: 16 of its units.
constexpr double softmaxSlack = 0x1p-20;

struct Scratch
{
    std::vector<double> numbers;
    FactorScores factors;
    std::vector<RankedKey> keys;
    RankingMemory ranking;
};

/// Working memory outlives the row, so that a whole head is sorted without allocating.
Scratch& scratch()
{
    thread_local Scratch memory;
    return memory;
}

void clear(SortedRow& row)
{
    row.state = RowState::Absent;
    row.notNormalised = false;
    row.keys.clear();
    row.scores.clear();
    row.weights.clear();
    row.sink.reset();
    row.maximum = 0;
    row.tail.clear();
    row.head.clear();
    row.stored = false;
    row.format = {};
    row.scoreError = 0;
    row.spread = 0;
}

template <typename Visit>
void forAllowedKeys(const AllowedKeys& allowed, KeyRange range, Visit visit)
{
    for (std::size_t key = range.begin; key < range.end; ++key)
        if (!allowed.keys || (*allowed.keys)[key] != 0)
            visit(key, key - range.begin);
}

void rankKey(double number, std::size_t key, std::vector<RankedKey>& keys)
{
    keys.push_back({rankOf(number), static_cast<std::uint32_t>(key)});
}

RowState rankStoredScores(const AllowedKeys& allowed, KeyRange range, Scratch& memory)
{
    bool defined = true;
    forAllowedKeys(allowed, range, [&](std::size_t key, std::size_t place) {
        const double score = memory.numbers[place];
        if (std::isfinite(score))
            rankKey(score, key, memory.keys);
        else if (std::isnan(score) || score > 0)
            defined = false;
    });
    if (!defined)
        return RowState::Undefined;
    return memory.keys.empty() ? RowState::Masked : RowState::Valid;
}

RowState rankComputedScores(
    const AllowedKeys& allowed, KeyRange range, const FactorRows& factors, Scratch& memory, double& scoreError)
{
    bool defined = true;
    double largest = 0;
    forAllowedKeys(allowed, range, [&](std::size_t key, std::size_t place) {
        const double score = memory.factors.scores[place];
        defined = defined && std::isfinite(score);
        largest = std::max(largest, memory.factors.magnitudes[place]);
        rankKey(score, key, memory.keys);
    });
    scoreError = scoreErrorOf(factors, largest);
    if (!defined || !std::isfinite(scoreError))
        return RowState::Undefined;
    return memory.keys.empty() ? RowState::Masked : RowState::Valid;
}

RowState rankProbabilities(const AllowedKeys& allowed, KeyRange range, Scratch& memory)
{
    bool defined = true;
    bool anyMass = false;
    forAllowedKeys(allowed, range, [&](std::size_t key, std::size_t place) {
        const double probability = memory.numbers[place];
        // By its bits: a subnormal one compares equal to zero when the processor is set to flush.
        const bool zero = rankOf(probability) == rankOf(0);
        defined = defined && std::isfinite(probability) && (zero || !std::signbit(probability));
        anyMass = anyMass || !zero;
        rankKey(probability, key, memory.keys);
    });
    if (!defined)
        return RowState::Undefined;
    if (memory.keys.empty())
        return RowState::Masked;
    return anyMass ? RowState::Valid : RowState::Zero;
}

void takeWeights(const std::vector<RankedKey>& ranked, const std::optional<double>& sinkScore, SortedRow& row)
{
    const std::size_t count = ranked.size();
    row.keys.resize(count);
    row.scores.resize(count);
    row.weights.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        row.keys[i] = ranked[i].key;
        row.scores[i] = scoreOf(ranked[i].rank);
    }
    if (row.stored) {
        row.weights = row.scores;
        return;
    }
    const double maximum = std::max(row.scores.front(), sinkScore.value_or(row.scores.front()));
    row.maximum = maximum;
    for (std::size_t i = 0; i < count; ++i)
        row.weights[i] = weightOf(row.scores[i] - maximum);
    row.spread = std::min(maximum - row.scores.back(), spreadCap);
    if (sinkScore) {
        row.sink = SinkKey{*sinkScore, weightOf(*sinkScore - maximum)};
        row.spread = std::max(row.spread, std::min(maximum - *sinkScore, spreadCap));
    }
}

void addUp(SortedRow& row)
{
    const std::size_t count = row.weights.size();
    row.tail.resize(count + 1);
    row.head.resize(count + 1);
    row.tail[count] = 0;
    row.head[0] = 0;
    BlockedSum tail;
    BlockedSum head;
    for (std::size_t i = 0; i < count; ++i) {
        tail.add(row.weights[count - 1 - i]);
        head.add(row.weights[i]);
        row.tail[count - 1 - i] = tail.value();
        row.head[i + 1] = head.value();
    }
}

bool isNormalised(const SortedRow& row)
{
    const double tolerance =
        row.format.unitRoundoff + static_cast<double>(row.size()) * row.format.halfSmallest + softmaxSlack;
    return std::abs(row.tail[0] - 1) <= tolerance && row.weights[0] <= 1;
}

RowState rankKeys(
    const RowBatch& batch, std::size_t rowOfBatch, const DecodedMatrix* keys, Scratch& memory, SortedRow& row)
{
    const KeyRange range = batch.allowed.ranges[rowOfBatch];
    if (const auto* factors = std::get_if<FactorRows>(&batch.data)) {
        if (keys)
            computeScores(*factors, rowOfBatch, range, *keys, memory.factors);
        else
            computeScores(*factors, rowOfBatch, range, memory.factors);
        return rankComputedScores(batch.allowed, range, *factors, memory, row.scoreError);
    }
    const auto& stored = std::get<StoredRows>(batch.data);
    const StoredMatrix& matrix = stored.matrix;
    memory.numbers.resize(range.size());
    decode(matrix.data + static_cast<std::ptrdiff_t>(rowOfBatch) * matrix.rowStride
            + static_cast<std::ptrdiff_t>(range.begin) * matrix.columnStride,
        matrix.columnStride, range.size(), matrix.element, matrix.order, memory.numbers.data());
    row.stored = stored.measure == Source::Probabilities;
    if (!row.stored)
        return rankStoredScores(batch.allowed, range, memory);
    row.format = precisionOf(matrix.element);
    return rankProbabilities(batch.allowed, range, memory);
}

void sortRow(const RowBatch& batch, std::size_t rowOfBatch, const DecodedMatrix* keys, SortedRow& row)
{
    Scratch& memory = scratch();
    memory.keys.clear();
    clear(row);
    row.state = rankKeys(batch, rowOfBatch, keys, memory, row);
    if (row.state != RowState::Valid)
        return;
    sortByRank(memory.keys, memory.ranking);
    takeWeights(memory.keys, batch.sinkScore, row);
    addUp(row);
    row.notNormalised = row.stored && !isNormalised(row);
}

}

double SortedRow::headSum(std::size_t k) const
{
    const double always = sink ? sink->weight : 0;
    if (head.size() == size() + 1)
        return head[k] + always;
    // The additions of BlockedSum, so the same bytes.
    const std::size_t block = k / BlockedSum::blockLength;
    double sum = 0;
    for (std::size_t place = block * BlockedSum::blockLength; place < k; ++place)
        sum += weights[place];
    return head[block] + sum + always;
}

void SortedRow::thinHead()
{
    if (size() < 2 || head.size() != size() + 1)
        return;
    std::vector<double> blocks;
    for (std::size_t k = 0; k < head.size(); k += BlockedSum::blockLength)
        blocks.push_back(head[k]);
    head = std::move(blocks);
}

void sortRow(const RowBatch& batch, std::size_t rowOfBatch, SortedRow& row)
{
    sortRow(batch, rowOfBatch, nullptr, row);
}

void sortRow(const RowBatch& batch, std::size_t rowOfBatch, const DecodedMatrix& keys, SortedRow& row)
{
    sortRow(batch, rowOfBatch, &keys, row);
}

}
