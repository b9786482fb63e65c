// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every bound of the search against 300-bit arithmetic, over rows of many kinds.
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "rowbatches.h"
#include "search/rowsearch.h"
#include "searchcases.h"

using support::Real;
using support::SearchCase;

namespace {

constexpr std::uint32_t caseCount = 616;
const std::vector<core::SearchMethod> all = core::parseSearchMethods("all").value();

/// A case made ready, with exact scores and weights.
struct Prepared
{
    explicit Prepared(std::uint32_t number)
        : made(number)
        , batch(made.batch())
        , sorted(sortedRow())
        , row(sorted, batch.keyCount)
        , query(core::queryOf(std::get<core::FactorRows>(batch.data), 0))
        , index(core::searchIndex(made.keys(), made.exists, made.blockLength, all))
        , scores(batch.keyCount)
        , weights(batch.keyCount)
    {
        for (std::size_t key = 0; key < batch.keyCount; ++key)
            scores[key] = made.score(key);
        for (std::size_t key = 0; key < batch.keyCount; ++key) {
            weights[key] = exp(scores[key] - scores[sorted.keys.front()]);
            if (!std::isnan(row.scores[key]))
                total += weights[key];
        }
    }

    /// Exact tail mass when the first keys of `order` are kept.
    Real tail(const std::vector<std::uint32_t>& order, std::size_t kept) const
    {
        std::vector<bool> isKept(batch.keyCount);
        for (std::size_t i = 0; i < kept; ++i)
            isKept[order[i]] = true;
        Real sum;
        for (std::size_t key = 0; key < batch.keyCount; ++key)
            if (!std::isnan(row.scores[key]) && !isKept[key])
                sum += weights[key];
        return sum / total;
    }

    SearchCase made;
    core::RowBatch batch;
    core::SortedRow sorted;
    core::ScoredRow row;
    core::SearchQuery query;
    core::SearchIndex index;
    std::vector<Real> scores;
    std::vector<Real> weights;
    Real total;

private:
    core::SortedRow sortedRow() const
    {
        core::SortedRow result;
        core::sortRow(batch, 0, result);
        return result;
    }
};

QByteArray named(std::uint32_t number, std::string_view method)
{
    return "case " + QByteArray::number(number) + ", " + QByteArray(method.data(), int(method.size()));
}

bool contains(const core::Interval& interval, const Real& value)
{
    return Real(interval.lower) <= value && value <= Real(interval.upper);
}

}

class TestSearchProofs : public QObject
{
    Q_OBJECT

private slots:
    void scoresAreEnclosed()
    {
        for (std::uint32_t number = 0; number < caseCount; ++number) {
            const Prepared at(number);
            const auto coded = core::codedScores(at.query, *at.index.codes, at.batch.keyCount);
            const auto prefixed = core::prefixScores(at.query, *at.index.prefix, at.batch.keyCount);
            for (std::size_t key = 0; key < at.batch.keyCount; ++key) {
                if (!at.made.exists.empty() && at.made.exists[key] == 0)
                    continue;
                QVERIFY2(contains(coded[key], at.scores[key]), named(number, "int8"));
                QVERIFY2(contains(prefixed[key], at.scores[key]), named(number, "pca"));
            }
        }
    }

    void blocksAreEnclosed()
    {
        for (std::uint32_t number = 0; number < caseCount; ++number) {
            const Prepared at(number);
            for (const core::KeyBlock& block : at.index.blocks) {
                if (block.count == 0)
                    continue;
                const auto box = core::boxScores(at.query, block);
                const auto ball = core::ballScores(at.query, block);
                const auto norm = core::normScores(at.query, block);
                const auto together = core::blockScores(at.query, block);
                Real mean;
                for (std::size_t key = block.range.begin; key < block.range.end; ++key) {
                    if (!at.made.exists.empty() && at.made.exists[key] == 0)
                        continue;
                    const Real& score = at.scores[key];
                    mean += score / Real(static_cast<double>(block.count));
                    QVERIFY2(contains({box.lower, box.upper}, score), named(number, "box"));
                    QVERIFY2(contains({ball.lower, ball.upper}, score), named(number, "ball"));
                    QVERIFY2(contains({norm.lower, norm.upper}, score), named(number, "norm"));
                    QVERIFY2(contains({together.lower, together.upper}, score), named(number, "all"));
                }
                QVERIFY2(mean <= Real(together.mean) || together.mean == together.upper, named(number, "mean"));
                checkMoments(number, at, block, together, mean);
            }
        }
    }

    void stopsAreProven()
    {
        const std::vector<double> epsilons{0.5, 0.1, 0.01, 1e-6, 1e-300};
        std::size_t early = 0;
        for (std::uint32_t number = 0; number < caseCount; ++number) {
            const Prepared at(number);
            QCOMPARE(at.sorted.state, core::RowState::Valid);
            for (const core::SearchMethod method : all) {
                const auto search = core::searchRow(at.row, at.query, at.index, method, epsilons);
                for (std::size_t i = 0; i < epsilons.size(); ++i) {
                    const core::SearchStop& stop = search.stops[i];
                    const QByteArray name = named(number, core::nameOf(method));
                    QVERIFY2(stop.tailMass.upper < epsilons[i], name);
                    QVERIFY2(at.tail(search.order, stop.scored) <= Real(stop.tailMass.upper), name);
                    QVERIFY2(at.tail(keptOf(at, search, stop), stop.kept) < Real(epsilons[i]), name);
                    QVERIFY2((stop.tailMass.upper == 0) == (stop.scored == at.row.size())
                            || method == core::SearchMethod::DeltaK,
                        name);
                    early += stop.scored < at.row.size() ? 1U : 0U;
                }
            }
        }
        QVERIFY(early > 2000); // the proofs above are not those of complete searches
    }

    void everyStepIsProven()
    {
        for (std::uint32_t number = 0; number < caseCount; number += 3) {
            const Prepared at(number);
            std::vector<core::SearchUnit> units;
            for (const core::KeyBlock& block : at.index.blocks)
                if (const std::size_t visible = at.row.visible(block.range); visible > 0)
                    units.push_back({block.range, visible, core::blockScores(at.query, block)});
            core::BestFirstSearch search(at.row, units, core::MassBound::Bennett, core::SearchOrder::Mass);
            while (!search.done()) {
                search.scoreNext();
                const Real tail = at.tail(search.scored(), search.scored().size());
                QVERIFY2(tail <= Real(search.tailMass().upper), named(number, "step"));
                QVERIFY2(search.done() == (search.tailMass().upper == 0), named(number, "floor"));
            }
        }
    }

    /// 65 keys of weight 1, and 191 of about half an ulp of their sum: from the large end each of these is rounded up
    /// to a whole one, from the small end none is. What is kept, taken as the difference of the two sums, would weigh
    /// too much.
    void trimmingSumsWhatIsKeptOnItsOwn()
    {
        std::vector<double> scores(65, 0.0);
        scores.resize(256, std::log(0.52 * 0x1p-46));
        const core::SortedRow sorted = support::sortedScores(scores);
        const core::ScoredRow row(sorted, scores.size());
        std::vector<core::SearchUnit> units;
        for (std::size_t key = 0; key < scores.size(); ++key)
            units.push_back({{key, key + 1}, 1, {scores[key], scores[key], scores[key], 0, 1}});
        core::BestFirstSearch search(row, units, core::MassBound::Plain, core::SearchOrder::UpperScore);
        while (!search.done())
            search.scoreNext();
        const double lostByOne = 1 - 1 / (65 + 191 * std::exp(scores.back()));
        QCOMPARE(search.trimmed(lostByOne - 0x1p-52), std::size_t(2));
    }

private:
    static std::vector<std::uint32_t> keptOf(
        const Prepared& at, const core::RowSearch& search, const core::SearchStop& stop)
    {
        std::vector<std::uint32_t> kept(
            search.order.begin(), search.order.begin() + static_cast<std::ptrdiff_t>(stop.scored));
        std::ranges::sort(kept, std::greater<>(), [&](std::uint32_t key) { return at.row.scores[key]; });
        return kept;
    }

    static void checkMoments(std::uint32_t number, const Prepared& at, const core::KeyBlock& block,
        const core::BlockScores& scores, const Real& mean)
    {
        Real variance;
        Real mass;
        const double reference = at.sorted.scores.front();
        for (std::size_t key = block.range.begin; key < block.range.end; ++key) {
            if (!at.made.exists.empty() && at.made.exists[key] == 0)
                continue;
            const Real off = at.scores[key] - mean;
            variance += off * off / Real(static_cast<double>(block.count));
            mass += exp(at.scores[key] - Real(reference));
        }
        const Real meanIsRounded(1e-150);
        QVERIFY2(variance <= Real(scores.variance) + meanIsRounded, named(number, "variance"));
        for (const auto bound : {core::MassBound::Plain, core::MassBound::EdmundsonMadansky, core::MassBound::Bennett})
            QVERIFY2(mass <= Real(core::massUpper(scores, block.count, reference, bound)), named(number, "mass"));
    }
};

QTEST_GUILESS_MAIN(TestSearchProofs)
#include "tst_searchproofs.moc"
