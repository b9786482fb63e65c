// SPDX-License-Identifier: GPL-3.0-or-later
//
// Queries and keys on which the rounding of a bound, or a small term of it, decides.
#include <QtTest>

#include <cmath>
#include <limits>

#include "real.h"
#include "rowbatches.h"
#include "search/blockscores.h"
#include "search/keycodes.h"
#include "search/keyprefix.h"

using support::Real;

namespace {

/// One query and some keys, in double.
struct Pair
{
    Pair(const std::vector<double>& query, const std::vector<double>& keys, double scale = 1)
        : dimensions(query.size())
        , q(query)
        , k(keys)
        , queries(query, dimensions)
        , matrix(keys, dimensions)
        , batch(support::factorBatch(queries, matrix, scale))
        , seen(core::queryOf(std::get<core::FactorRows>(batch.data), 0))
        , decoded(core::decoded(matrix.stored(), core::MatrixOrder::ByRow))
    {
    }

    Real score(std::size_t key) const
    {
        Real sum;
        for (std::size_t c = 0; c < dimensions; ++c)
            sum += Real(q[c]) * Real(k[key * dimensions + c]);
        return sum * Real(std::get<core::FactorRows>(batch.data).scale);
    }
    std::size_t count() const { return decoded.rows; }
    bool holds(const core::Interval& interval, std::size_t key) const
    {
        return Real(interval.lower) <= score(key) && score(key) <= Real(interval.upper);
    }

    std::size_t dimensions;
    std::vector<double> q;
    std::vector<double> k;
    support::Matrix queries;
    support::Matrix matrix;
    core::RowBatch batch;
    core::SearchQuery seen;
    core::DecodedMatrix decoded;
};

/// Products of 1 + a little, of which every partial sum from 512 on loses the little: the computed dot product is 256 u
/// below the real one.
Pair stagnating()
{
    constexpr std::size_t dimensions = 1024;
    return {std::vector<double>(dimensions, 1 + 0.49 * 0x1p-43), std::vector<double>(2 * dimensions, 1)};
}

}

class TestScoreIntervals : public QObject
{
    Q_OBJECT

private slots:
    void codesAllowForTheSum()
    {
        const Pair pair = stagnating();
        const auto scores = core::codedScores(pair.seen, core::keyCodes(pair.decoded, {}), 2);
        QVERIFY(pair.holds(scores[0], 0) && pair.holds(scores[1], 1));
    }

    void blocksAllowForTheSum()
    {
        const Pair pair = stagnating();
        const auto block = core::keyBlocks(pair.decoded, {}, 2).front();
        for (const auto& scores : {core::boxScores(pair.seen, block), core::ballScores(pair.seen, block),
                 core::normScores(pair.seen, block), core::blockScores(pair.seen, block)})
            QVERIFY(pair.holds({scores.lower, scores.upper}, 0));
        QVERIFY(pair.score(0) <= Real(core::blockScores(pair.seen, block).mean));
    }

    /// Keys and query on one line: no key has a rest beside it, and V in float is a little longer or shorter than 1.
    void aRotationInFloatIsNotOrthogonal()
    {
        for (const double slope : {0.3, 0.7, 1.1, 1.9, 2.3, 3.7}) {
            const std::vector<double> direction{1, slope, -slope / 3};
            std::vector<double> keys;
            for (int j = 0; j < 40; ++j)
                for (const double x : direction)
                    keys.push_back((1 + 0.37 * j) * x);
            const Pair pair(direction, keys);
            const auto scores = core::prefixScores(pair.seen, core::keyPrefix(pair.decoded, {}), pair.count());
            for (std::size_t key = 0; key < pair.count(); ++key)
                QVERIFY(pair.holds(scores[key], key));
        }
    }

    /// In one dimension the interval of a box is met by a key, and so is that of a ball and of the norm.
    void endsAreMetInOneDimension()
    {
        for (int i = 1; i < 200; ++i) {
            const double key = 1 + i / 7.0;
            const Pair pair({1.3 + i / 11.0}, {key, -key}, 1 / 3.0);
            const auto block = core::keyBlocks(pair.decoded, {}, 2).front();
            for (const auto& scores : {core::boxScores(pair.seen, block), core::ballScores(pair.seen, block),
                     core::normScores(pair.seen, block)}) {
                QVERIFY(pair.holds({scores.lower, scores.upper}, 0) && pair.holds({scores.lower, scores.upper}, 1));
                QVERIFY(Real(scores.upper) <= pair.score(0) * Real(1 + 1e-14));
            }
        }
    }

    /// The variance of two keys is met in one dimension; rounded to nearest half of them would be above it.
    void variancesAreMetInOneDimension()
    {
        for (int i = 1; i < 200; ++i) {
            const double key = 1 + i / 7.0;
            const Pair pair({1}, {key, -key});
            const double variance = core::keyBlocks(pair.decoded, {}, 2).front().variance;
            QVERIFY(Real(key) * Real(key) <= Real(variance));
            QVERIFY(variance <= key * key * (1 + 1e-13));
        }
    }

    void keysThatAreNotFiniteAreNotBounded()
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        for (const double odd : {infinity, -infinity, std::nan("")}) {
            const Pair pair({1, 2}, {0.5, 1, odd, 1, 0.25, 3});
            const auto block = core::keyBlocks(pair.decoded, {}, 3).front();
            for (const auto& scores : {core::boxScores(pair.seen, block), core::ballScores(pair.seen, block),
                     core::normScores(pair.seen, block), core::blockScores(pair.seen, block)})
                QVERIFY(scores.upper == infinity && scores.lower == -infinity);
            const auto coded = core::codedScores(pair.seen, core::keyCodes(pair.decoded, {}), 3);
            const auto prefixed = core::prefixScores(pair.seen, core::keyPrefix(pair.decoded, {}), 3);
            QVERIFY(coded[1].upper == infinity && prefixed[1].upper == infinity);
            for (const std::size_t key : {0U, 2U})
                QVERIFY(pair.holds(coded[key], key) && pair.holds(prefixed[key], key) && prefixed[key].width() < 20);
        }
    }

    void keysBeyondFloatAreStillEnclosed()
    {
        const Pair pair({1e-300, 2e-300}, {1e300, -2e300, 3e299, 1e10});
        const auto coded = core::codedScores(pair.seen, core::keyCodes(pair.decoded, {}), 2);
        const auto prefixed = core::prefixScores(pair.seen, core::keyPrefix(pair.decoded, {}), 2);
        const auto scores = core::blockScores(pair.seen, core::keyBlocks(pair.decoded, {}, 2).front());
        for (const std::size_t key : {0U, 1U})
            QVERIFY(pair.holds(coded[key], key) && pair.holds(prefixed[key], key)
                && pair.holds({scores.lower, scores.upper}, key));
    }
};

QTEST_GUILESS_MAIN(TestScoreIntervals)
#include "tst_scoreintervals.moc"
