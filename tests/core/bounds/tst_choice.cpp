// SPDX-License-Identifier: GPL-3.0-or-later
#include "bounds/choice.h"

#include <QtTest>

#include "bounds/perturbation.h"
#include "bounds/tailcurve.h"
#include "memoryhead.h"
#include "plainrules.h"
#include "rowbatches.h"

using namespace core;

namespace {

bool contains(const Interval& interval, long double x)
{
    return static_cast<long double>(interval.lower) <= x * (1 + 1e-15L)
        && x * (1 - 1e-15L) <= static_cast<long double>(interval.upper);
}

std::vector<bool> byKey(const SortedRow& row, const KeptSet& set, std::size_t keyCount)
{
    std::vector<bool> kept(keyCount);
    for (const std::uint32_t place : set.kept())
        kept[row.keys[place]] = true;
    return kept;
}

/// Marks as they are given, for every row alike.
class FixedMarks : public MarkedKeys
{
public:
    FixedMarks(std::vector<Membership> marks, bool countIsKnown)
        : m_marks(std::move(marks))
        , m_countIsKnown(countIsKnown)
    {
    }
    std::vector<Membership> marks(std::size_t, KeyRange keys) const override
    {
        return {m_marks.begin() + static_cast<std::ptrdiff_t>(keys.begin),
            m_marks.begin() + static_cast<std::ptrdiff_t>(keys.end)};
    }
    bool countIsKnown() const override { return m_countIsKnown; }

private:
    std::vector<Membership> m_marks;
    bool m_countIsKnown;
};

PreparedRule marked(std::vector<Membership> marks, bool countIsKnown)
{
    return {ImportedMask{"x"}, std::make_shared<const FixedMarks>(std::move(marks), countIsKnown)};
}

}

class TestChoice : public QObject
{
    Q_OBJECT

private slots:
    void everyRuleKeepsWhatItsDefinitionSays_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"topk:1", "topk:7", "topk:100", "topp:0.3", "topp:0.99", "topp:0.9999999",
                 "threshold:0.2", "threshold:1e-3", "threshold:1e-9", "threshold:0.9", "window:5+2", "window:0+3",
                 "window:4", "window:60+1", "topk:9+window:3+2", "topk:5+window:3+2", "topk:80+window:3+2"})
            QTest::addRow("%s", text) << QString::fromLatin1(text);
    }

    void everyRuleKeepsWhatItsDefinitionSays()
    {
        QFETCH(QString, text);
        const Rule rule = *parseRule(text.toStdString());
        for (std::uint32_t seed = 0; seed < 40; ++seed) {
            const std::size_t n = 1 + seed * 7 % 61;
            const auto scores = support::normalNumbers(n, 0.5 + seed % 5, seed);
            const auto row = support::sortedScores(scores);
            const plain::Row plainRow = plain::rowOfScores(scores);
            const auto expected = plain::kept(rule, plainRow);
            const Choice choice = chooseKeys(row, rule, 0);
            QVERIFY(!choice.isAmbiguous());
            QVERIFY(byKey(row, choice.shown, n) == expected);
            const TailMass mass = tailMassOf(row, choice, weightErrorOf(row));
            const auto lost = plain::tail(plainRow, expected);
            QVERIFY(contains(mass.tau, lost));
            QVERIFY(mass.tau.width() <= 1e-11 * mass.tau.upper);
            if (choice.shown.size() == n)
                QCOMPARE(mass.tau, (Interval{0, 0}));
            if (choice.shown.size() == 0)
                QCOMPARE(mass.tau, (Interval{1, 1}));
        }
    }

    void storedProbabilitiesAreDividedByTheirSum()
    {
        const auto row = support::sortedProbabilities({0.25, 0.5, 0, 0.125, 0.0625}, Element::F16); // sum 15/16
        QCOMPARE(chooseKeys(row, Threshold{0.26}, 0).shown.size(), std::size_t{2}); // 4/15, not 1/4
        QCOMPARE(chooseKeys(row, TopP{0.75}, 0).shown.size(), std::size_t{2}); // 12/15
        QCOMPARE(chooseKeys(row, TopP{0.9999}, 0).shown.size(), std::size_t{4});
        QCOMPARE(tailMassOf(row, chooseKeys(row, TopP{0.9999}, 0), weightErrorOf(row)).tau, (Interval{0, 0}));
        QCOMPARE(chooseKeys(row, Threshold{1e-300}, 0).shown.size(), std::size_t{4});
    }

    void windowsCountKeysThatExist()
    {
        const double none = -std::numeric_limits<double>::infinity();
        const auto row = support::sortedScores({none, 1, 2, none, 3, 0, none, 5, none});
        const auto kept = byKey(row, chooseKeys(row, Window{2, 1}, 0).shown, 9);
        QVERIFY(kept == (std::vector<bool>{false, true, false, false, false, true, false, true, false}));
    }

    /// 100 equal keys lose exactly 1/4 when 75 are kept: more than no double can tell, and exactly what is allowed.
    void anUndecidedTopPCoversBothAnswers()
    {
        const auto row = support::sortedScores(std::vector<double>(100, 1.0));
        const Choice choice = chooseKeys(row, TopP{0.75}, 0);
        QVERIFY(choice.isAmbiguous());
        QCOMPARE(choice.shown.size(), std::size_t{76});
        const Interval tau = tailMassOf(row, choice, weightErrorOf(row)).tau;
        QVERIFY(contains(tau, 0.24L) && contains(tau, 0.25L));
        QVERIFY(tau.upper <= 0.25);
        QVERIFY(!chooseKeys(row, TopP{0.755}, 0).isAmbiguous());
        // Of scores that are off, the rule has promised nothing.
        QVERIFY(tailMassOf(row, choice, perturbed(weightErrorOf(row), 0.1)).tau.upper > 0.28);
    }

    void anUndecidedThresholdCoversBothAnswers()
    {
        const auto row = support::sortedScores({0, 0, 0, 0, -800});
        const Choice choice = chooseKeys(row, Threshold{0.25}, 0);
        QVERIFY(choice.isAmbiguous());
        QCOMPARE(choice.shown.size(), std::size_t{0});
        const Interval tau = tailMassOf(row, choice, weightErrorOf(row)).tau;
        QCOMPARE(tau.upper, 1.0);
        QVERIFY(tau.lower < 1e-300);
        QCOMPARE(chooseKeys(row, Threshold{0.25000001}, 0).shown.size(), std::size_t{0});
        QVERIFY(!chooseKeys(row, Threshold{0.24999999}, 0).isAmbiguous());
        QCOMPARE(chooseKeys(row, Threshold{0.24999999}, 0).shown.size(), std::size_t{4});
    }

    void openMarksCoverAllThatMayBeKept()
    {
        using enum Membership;
        const auto row = support::sortedProbabilities({0.5, 0.25, 0.125, 0.0625, 0.0625}, Element::F64);
        const WeightError error = weightErrorOf(row);
        const std::vector marks{Kept, PerhapsDropped, PerhapsKept, PerhapsDropped, Dropped};
        const Choice counted = chooseKeys(row, marked(marks, true), 0);
        QVERIFY(byKey(row, counted.shown, 5) == (std::vector{true, false, true, false, false}));
        const Interval one = tailMassOf(row, counted, error).tau; // one of three is kept
        QVERIFY(contains(one, 0.25L) && contains(one, 0.4375L) && one.width() < 0.1875 + 1e-12);
        const Interval any = tailMassOf(row, chooseKeys(row, marked(marks, false), 0), error).tau;
        QVERIFY(contains(any, 0.0625L) && contains(any, 0.5L) && any.width() < 0.4375 + 1e-12);
        const Choice decided = chooseKeys(row, marked({Dropped, Kept, Dropped, Kept, Dropped}, true), 0);
        QVERIFY(!decided.isAmbiguous());
        QVERIFY(contains(tailMassOf(row, decided, error).tau, 0.6875L));
    }

    void efficiencyComparesWithTheSmallestSet()
    {
        const auto row = support::sortedProbabilities({0.5, 0.25, 0.125, 0.0625, 0.0625}, Element::F64);
        const auto of = [&](const PreparedRule& rule) { return efficiencyOf(row, chooseKeys(row, rule, 0).shown); };
        QCOMPARE(of(TopK{3}), 1.0);
        QCOMPARE(of(TopK{5}), 1.0);
        QCOMPARE(of(Window{2, 0}), 0.5); // loses 7/8; one key loses less
        QCOMPARE(of(Window{2, 1}), 2 / 3.0); // loses 3/8; one key loses 1/2, two lose 1/4
        QCOMPARE(of(Threshold{0.9}), std::optional<double>());
        const auto zeros = support::sortedProbabilities({0.5, 0.5, 0, 0}, Element::F64);
        QCOMPARE(efficiencyOf(zeros, KeptSet(4)), 0.5);
        const auto underflow = support::sortedScores({0, -800, -900});
        QCOMPARE(efficiencyOf(underflow, KeptSet(2)), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestChoice)
#include "tst_choice.moc"
