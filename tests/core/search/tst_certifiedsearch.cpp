// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "bounds/tailcurve.h"
#include "goldenfile.h"
#include "rowbatches.h"
#include "search/rowsearch.h"

namespace {

constexpr std::size_t page = 4;
const std::vector<core::SearchMethod> all = core::parseSearchMethods("all").value();

bool isClose(double x, double reference)
{
    return x >= reference * (1 - 1e-15) && x <= reference * (1 + 1e-12) + 1e-300;
}

struct Golden
{
    QJsonObject file = support::goldenFile(QStringLiteral("certified_search"));
    double epsilon = file[QLatin1String("eps")].toDouble();
    std::size_t dimensions = static_cast<std::size_t>(file[QLatin1String("d")].toInt());
    support::Matrix queries{support::numbers(file[QLatin1String("q")]), dimensions, core::Element::F32};
    support::Matrix keys{allKeys(), dimensions, core::Element::F32};
    core::RowBatch batch = support::factorBatch(queries, keys, 1 / std::sqrt(static_cast<double>(dimensions)));
    core::SortedRow sorted = sortedRow();
    core::ScoredRow row{sorted, batch.keyCount};
    core::SearchQuery query = core::queryOf(std::get<core::FactorRows>(batch.data), 0);
    core::SearchIndex index = core::searchIndex(keys.stored(), {}, page, all);

    QJsonObject bound(const char* name) const
    {
        return file[QLatin1String("bounds")].toObject()[QLatin1String(name)].toObject();
    }

private:
    std::vector<double> allKeys() const
    {
        std::vector<double> numbers;
        for (const QJsonValue& key : file[QLatin1String("K")].toArray())
            for (const double number : support::numbers(key))
                numbers.push_back(number);
        return numbers;
    }
    core::SortedRow sortedRow() const
    {
        core::SortedRow made;
        core::sortRow(batch, 0, made);
        return made;
    }
};

struct Named
{
    const char* name;
    core::BlockScores (*scores)(const core::SearchQuery&, const core::KeyBlock&);
    core::MassBound bound;
    core::SearchMethod method;
};

const Named bounds[] = {
    {"box", core::boxScores, core::MassBound::Plain, core::SearchMethod::Box},
    {"ball", core::ballScores, core::MassBound::Plain, core::SearchMethod::Ball},
    {"cs", core::normScores, core::MassBound::Plain, core::SearchMethod::Norm},
    {"em", core::blockScores, core::MassBound::EdmundsonMadansky, core::SearchMethod::EdmundsonMadansky},
    {"bennett", core::blockScores, core::MassBound::Bennett, core::SearchMethod::Bennett},
};

/// Tail mass of the scores in `golden` when the first `scored` keys of `order` are kept.
double tailOf(const std::vector<double>& scores, const std::vector<std::uint32_t>& order, std::size_t scored)
{
    std::vector<bool> kept(scores.size());
    for (std::size_t i = 0; i < scored; ++i)
        kept[order[i]] = true;
    long double tail = 0;
    long double total = 0;
    for (std::size_t key = 0; key < scores.size(); ++key) {
        const long double weight = std::exp(static_cast<long double>(scores[key]));
        total += weight;
        tail += kept[key] ? 0 : weight;
    }
    return static_cast<double>(tail / total);
}

}

class TestCertifiedSearch : public QObject
{
    Q_OBJECT

private slots:
    void goldenScores()
    {
        const Golden golden;
        const auto logits = support::numbers(golden.file[QLatin1String("logits")]);
        QCOMPARE(logits.size(), std::size_t(32));
        for (std::size_t key = 0; key < logits.size(); ++key)
            QCOMPARE(golden.row.scores[key], logits[key]);
    }

    void goldenMasses()
    {
        const Golden golden;
        const double largest = golden.sorted.scores.front();
        for (const Named& named : bounds) {
            const auto masses = support::numbers(golden.bound(named.name)[QLatin1String("mass_upper")]);
            QCOMPARE(masses.size(), golden.index.blocks.size());
            for (std::size_t i = 0; i < masses.size(); ++i) {
                const auto scores = named.scores(golden.query, golden.index.blocks[i]);
                const double mass = core::massUpper(scores, page, largest, named.bound);
                QVERIFY2(isClose(mass, masses[i]), named.name);
            }
        }
    }

    void goldenSearches()
    {
        const Golden golden;
        for (const Named& named : bounds) {
            std::vector<core::SearchUnit> units;
            for (const core::KeyBlock& block : golden.index.blocks)
                units.push_back({block.range, page, named.scores(golden.query, block)});
            core::BestFirstSearch search(golden.row, units, named.bound, core::SearchOrder::Mass);
            QCOMPARE(search.tailMass().upper, 1.0);
            const QJsonArray steps = golden.bound(named.name)[QLatin1String("steps")].toArray();
            QCOMPARE(steps.size(), 8);
            for (const QJsonValue& step : steps) {
                const auto next = static_cast<std::size_t>(step[QLatin1String("page")].toInt());
                QVERIFY(!search.done());
                search.scoreNext();
                QCOMPARE(search.scored().back(), static_cast<std::uint32_t>(next * page + page - 1));
                QVERIFY2(isClose(search.tailMass().upper, step[QLatin1String("certificate")].toDouble()), named.name);
                QVERIFY(search.tailMass().upper >= step[QLatin1String("true_tail")].toDouble());
            }
            QVERIFY(search.done());
            const auto result =
                core::searchRow(golden.row, golden.query, golden.index, named.method, std::vector{golden.epsilon});
            const auto pages =
                static_cast<std::size_t>(golden.bound(named.name)[QLatin1String("pages_scored")].toInt());
            QCOMPARE(result.stops[0].scored, pages * page);
            QCOMPARE(result.order.size(), pages * page);
        }
    }

    void everyMethodProvesEveryEpsilon()
    {
        const Golden golden;
        const std::vector<double> epsilons{0.3, 0.05, 1e-3, 1e-9};
        for (const core::SearchMethod method : all) {
            const auto result = core::searchRow(golden.row, golden.query, golden.index, method, epsilons);
            for (std::size_t i = 0; i < epsilons.size(); ++i) {
                const core::SearchStop& stop = result.stops[i];
                QVERIFY(stop.tailMass.upper < epsilons[i]);
                QVERIFY(tailOf(golden.row.scores, result.order, stop.scored) < epsilons[i]);
                QVERIFY(stop.kept >= 1 && stop.kept <= stop.scored && stop.scored <= 32);
                auto kept = result.order;
                kept.resize(stop.scored);
                std::ranges::sort(kept, std::greater<>(), [&](std::uint32_t key) { return golden.row.scores[key]; });
                QVERIFY(tailOf(golden.row.scores, kept, stop.kept) < epsilons[i]);
            }
        }
    }

    void codesNeedFewKeysBeyondTheOracle()
    {
        const Golden golden;
        const auto stop = core::searchRow(
            golden.row, golden.query, golden.index, core::SearchMethod::Int8, std::vector{golden.epsilon})
                              .stops[0];
        const std::size_t oracle = core::kEps(golden.sorted, golden.epsilon);
        QVERIFY(stop.scored >= oracle && stop.scored <= oracle + 1);
        QVERIFY(stop.kept >= oracle && stop.kept <= stop.scored);
    }

    void mcScoresTheLargestUpperScoreFirst()
    {
        const Golden golden;
        const auto result = core::searchRow(
            golden.row, golden.query, golden.index, core::SearchMethod::Mc, std::vector{golden.epsilon});
        QCOMPARE(result.order[0] / page, 6U);
        QCOMPARE(result.stops[0].scored, std::size_t(12));
    }

    void gapsNeedDistance()
    {
        // 16 keys, 4 of them 30 nats above the others: the gap alone proves it, after their block is scored.
        std::vector<double> keys(16, 0.0);
        std::fill(keys.begin() + 4, keys.begin() + 8, 30.0);
        const support::Matrix query({1}, 1);
        const support::Matrix matrix(keys, 1);
        const core::RowBatch batch = support::factorBatch(query, matrix, 1);
        core::SortedRow sorted;
        core::sortRow(batch, 0, sorted);
        const core::ScoredRow row(sorted, 16);
        const auto seen = core::queryOf(std::get<core::FactorRows>(batch.data), 0);
        const auto index = core::searchIndex(matrix.stored(), {}, 4, all);
        const auto stop = core::searchRow(row, seen, index, core::SearchMethod::DeltaK, std::vector{1e-6}).stops[0];
        QCOMPARE(stop.scored, std::size_t(4));
        QCOMPARE(stop.kept, std::size_t(4));
        QVERIFY(isClose(stop.tailMass.upper, 1 / (1 + std::exp(30.0) / 3)));
    }

    void methodsAreNamed()
    {
        QCOMPARE(all.size(), std::size_t(9));
        const auto two = core::parseSearchMethods("int8,bennett,int8");
        QVERIFY(two && two->size() == 2 && two->front() == core::SearchMethod::Int8);
        for (const char* wrong : {"", "int8,", "bogus", "INT8"})
            QVERIFY2(!core::parseSearchMethods(wrong), wrong);
        for (const core::SearchMethodInfo& info : core::searchMethods())
            QCOMPARE(core::nameOf(info.method), info.name);
    }
};

QTEST_GUILESS_MAIN(TestCertifiedSearch)
#include "tst_certifiedsearch.moc"
