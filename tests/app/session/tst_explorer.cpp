// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "npywriter.h"
#include "session/explorer.h"
#include "smallheads.h"
#include "tempfolder.h"

using core::Scope;

class TestExplorer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void opensWithARowPickedAndKAtItsKEps();
    void movingEpsilonSetsKToKEpsOfTheScope_data();
    void movingEpsilonSetsKToKEpsOfTheScope();
    void movingKShowsTauAndLeavesEpsilon();
    void sigmaFollowsTheRowUntilSetByHand();
    void verdictsAreThoseOfTheCore_data();
    void verdictsAreThoseOfTheCore();
    void otherRulesAnswerEverywhere_data();
    void otherRulesAnswerEverywhere();
    void otherRulesLeaveEpsilonAndKAlone();
    void aMaskThatDoesNotFitIsSaid();
    void aNewHeadDropsNumbersOfTheOldOne();
    void onlyTheNewestOpenCounts();
    void aBrokenFileLeavesTheStateAlone();
    void aChangedFileIsSaid();
    void aTruncatedFileIsOutdatedUntilItIsReloaded();
    void aFileInThePlaceOfTheOpenOneIsNoticedWhenLookedAt();
    void thePlugInRowIsMadeOnceForASelection();
    void stoppedWorkGoesOnWhenAsked();
    void aLongRowHasNoNumbersOfTheRowBefore();

private:
    void waitUntilDone();
    core::Certificate coreAnswer(Scope scope, const core::Rule& rule, double epsilon);
    core::Verdict coreVerdict(Scope scope, std::size_t k, double epsilon)
    {
        return coreAnswer(scope, core::TopK{k}, epsilon).verdict;
    }

    support::TempFolder m_folder;
    QString m_path;
    std::unique_ptr<app::Explorer> m_explorer;
};

void TestExplorer::initTestCase()
{
    m_path = QString::fromStdString(m_folder.write("heads.npy", support::npy(support::causalScores(4, 96))).string());
}

void TestExplorer::init()
{
    m_explorer = std::make_unique<app::Explorer>();
    m_explorer->setEpsilon(0.01);
    m_explorer->open(m_path);
    waitUntilDone();
    QCOMPARE(m_explorer->heads().size(), std::size_t{4});
}

void TestExplorer::cleanup()
{
    m_explorer.reset();
}

/// Everything that was asked for has been answered, refinements included.
void TestExplorer::waitUntilDone()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_explorer->capture() && m_explorer->board().studiedCount() == m_explorer->heads().size()
            && m_explorer->headNumbers() && !m_explorer->progress(),
        20000);
    for (std::size_t place = 0; place < m_explorer->heads().size(); ++place)
        QTRY_VERIFY_WITH_TIMEOUT(m_explorer->board().numbers(place)->kEpsExact, 20000);
    for (const auto scope : {Scope::Heads, Scope::Layers, Scope::Dump})
        QTRY_VERIFY_WITH_TIMEOUT(m_explorer->answer(scope).verdict, 20000);
}

core::Certificate TestExplorer::coreAnswer(Scope scope, const core::Rule& rule, double epsilon)
{
    core::Claim claim;
    claim.rule = rule;
    claim.epsilon = epsilon;
    claim.scope = scope;
    std::vector<std::size_t> rows;
    if (scope == Scope::Rows)
        rows = {m_explorer->pick()->row.value};
    core::Work work{m_explorer->pool()};
    return *core::certify(*m_explorer->capture(), m_explorer->headsOf(scope), rows, claim, m_explorer->backend(), work);
}

void TestExplorer::opensWithARowPickedAndKAtItsKEps()
{
    QVERIFY(m_explorer->pick());
    QCOMPARE(m_explorer->pick()->row.value, 95u);
    const auto& detail = *m_explorer->rowDetail();
    QCOMPARE(m_explorer->pick()->key.value, detail.keys.front());
    QCOMPARE(m_explorer->parameters().k, core::kEps(detail, 0.01));
    QCOMPARE(m_explorer->answer(Scope::Rows).verdict, std::optional(core::Verdict::Certified));
}

void TestExplorer::movingEpsilonSetsKToKEpsOfTheScope_data()
{
    QTest::addColumn<Scope>("scope");
    QTest::newRow("row") << Scope::Rows;
    QTest::newRow("head") << Scope::Heads;
    QTest::newRow("layer") << Scope::Layers;
    QTest::newRow("dump") << Scope::Dump;
}

void TestExplorer::movingEpsilonSetsKToKEpsOfTheScope()
{
    QFETCH(Scope, scope);
    m_explorer->setScope(scope);
    m_explorer->setEpsilon(0.05);
    const auto k = m_explorer->parameters().k;
    QCOMPARE(coreVerdict(scope, k, 0.05), core::Verdict::Certified);
    waitUntilDone();
    const auto exact = m_explorer->parameters().k;
    QVERIFY(exact <= k);
    QCOMPARE(coreVerdict(scope, exact, 0.05), core::Verdict::Certified);
    QVERIFY(coreVerdict(scope, exact - 1, 0.05) != core::Verdict::Certified);
}

void TestExplorer::movingKShowsTauAndLeavesEpsilon()
{
    QSignalSpy numbers(m_explorer.get(), &app::Explorer::numbersChanged);
    m_explorer->setK(3);
    QVERIFY(numbers.size() >= 1);
    QCOMPARE(m_explorer->parameters().epsilon, 0.01);
    const auto answer = m_explorer->answer(Scope::Rows);
    QCOMPARE(answer.value, m_explorer->rowDetail()->tailMass[3].tau);
    QCOMPARE(answer.verdict, std::optional(core::Verdict::NotCertified));
    QCOMPARE(m_explorer->records()[95].kept, 3u);
    m_explorer->setK(100000);
    QCOMPARE(m_explorer->parameters().k, std::size_t{96});
    QCOMPARE(m_explorer->answer(Scope::Heads).value, (core::Interval{0, 0}));
    QCOMPARE(m_explorer->answer(Scope::Heads).saturated, std::size_t{96});
}

void TestExplorer::sigmaFollowsTheRowUntilSetByHand()
{
    m_explorer->pickRow({60});
    QCOMPARE(m_explorer->parameters().sigma, m_explorer->rowDetail()->record.sigma);
    m_explorer->setSigma(2.5);
    m_explorer->pickRow({70});
    QCOMPARE(m_explorer->parameters().sigma, 2.5);
    m_explorer->fitSigma();
    QCOMPARE(m_explorer->parameters().sigma, m_explorer->rowDetail()->record.sigma);
}

void TestExplorer::verdictsAreThoseOfTheCore_data()
{
    QTest::addColumn<int>("k");
    for (const int k : {1, 7, 20, 40, 60, 80, 95, 96})
        QTest::addRow("k = %d", k) << k;
}

void TestExplorer::verdictsAreThoseOfTheCore()
{
    QFETCH(int, k);
    m_explorer->setK(static_cast<std::size_t>(k));
    waitUntilDone();
    for (const auto scope : {Scope::Rows, Scope::Heads, Scope::Layers, Scope::Dump}) {
        const auto expected = coreAnswer(scope, core::TopK{static_cast<std::size_t>(k)}, 0.01);
        const auto answer = m_explorer->answer(scope);
        QCOMPARE(answer.verdict, std::optional(expected.verdict));
        const auto& value = expected.decisions.front().value;
        QVERIFY(answer.value.lower <= value.lower && value.upper <= answer.value.upper);
        if (scope != Scope::Rows)
            QCOMPARE(answer.rowsHolding, std::optional(expected.decisions.front().rowsHolding));
    }
}

void TestExplorer::otherRulesAnswerEverywhere_data()
{
    QTest::addColumn<QString>("rule");
    for (const char* rule : {"topp:0.98", "threshold:0.01", "window:12+3", "topk:24+window:8+2", "block:8x8:top3"})
        QTest::addRow("%s", rule) << QString::fromLatin1(rule);
    std::vector<double> marks(96 * 96);
    for (std::size_t i = 0; i < marks.size(); ++i)
        marks[i] = i % 3 == 0 ? 0 : 1;
    const auto mask = m_folder.write("mask.npy", support::npy({"", core::Element::U8, {96, 96}, marks}));
    QTest::addRow("mask") << QStringLiteral("mask:") + QString::fromStdString(mask.string());
}

void TestExplorer::otherRulesAnswerEverywhere()
{
    QFETCH(QString, rule);
    const core::Rule parsed = *core::parseRule(rule.toStdString());
    m_explorer->setRule(parsed);
    waitUntilDone();
    QVERIFY(m_explorer->rule() == parsed);
    QVERIFY(m_explorer->preparedRule() && m_explorer->truncation());
    // One head may decide a scope before the others are known.
    QTRY_VERIFY_WITH_TIMEOUT(
        m_explorer->answer(Scope::Dump).exact && m_explorer->answer(Scope::Dump).rowsHolding, 20000);
    for (const auto scope : {Scope::Rows, Scope::Heads, Scope::Layers, Scope::Dump}) {
        const auto expected = coreAnswer(scope, parsed, 0.01);
        const auto answer = m_explorer->answer(scope);
        QCOMPARE(answer.verdict, std::optional(expected.verdict));
        QCOMPARE(answer.value, expected.decisions.front().value);
        QCOMPARE(answer.worst->row, expected.decisions.front().worst.row);
        if (scope != Scope::Rows)
            QCOMPARE(answer.rowsHolding, std::optional(expected.decisions.front().rowsHolding));
    }
    const auto row = m_explorer->pick()->row.value;
    QCOMPARE(m_explorer->records()[row].kept, m_explorer->truncation()->choice.shown.size());
    // The next head, and back.
    m_explorer->selectHead(2);
    waitUntilDone();
    QCOMPARE(m_explorer->answer(Scope::Heads).value, coreAnswer(Scope::Heads, parsed, 0.01).decisions.front().value);
}

void TestExplorer::otherRulesLeaveEpsilonAndKAlone()
{
    const auto k = m_explorer->parameters().k;
    m_explorer->setRule(core::Window{10, 2});
    m_explorer->setEpsilon(0.2);
    waitUntilDone();
    QCOMPARE(m_explorer->parameters().k, k);
    QVERIFY(m_explorer->rule() == core::Rule(core::Window{10, 2}));
    m_explorer->setKToKEps();
    QVERIFY(std::holds_alternative<core::TopK>(m_explorer->rule()));
    QCOMPARE(m_explorer->parameters().k, core::kEps(*m_explorer->rowDetail(), 0.2));
}

void TestExplorer::aMaskThatDoesNotFitIsSaid()
{
    const auto mask =
        m_folder.write("small.npy", support::npy({"", core::Element::U8, {4, 4}, std::vector<double>(16, 1)}));
    QSignalSpy failed(m_explorer.get(), &app::Explorer::failed);
    m_explorer->setRule(core::ImportedMask{mask.string()});
    QTRY_VERIFY(!failed.empty());
    QVERIFY(!m_explorer->preparedRule());
    QVERIFY(!m_explorer->answer(Scope::Heads).verdict);
    m_explorer->setK(9);
    waitUntilDone();
    QCOMPARE(m_explorer->records()[95].kept, 9U);
}

void TestExplorer::aNewHeadDropsNumbersOfTheOldOne()
{
    m_explorer->selectHead(1);
    QVERIFY(!m_explorer->resident());
    QVERIFY(!m_explorer->headNumbers());
    QVERIFY(m_explorer->records().empty());
    m_explorer->selectHead(2);
    QTRY_VERIFY(m_explorer->resident());
    QCOMPARE(m_explorer->head().id.head.value, 2u);
    const auto row = m_explorer->pick()->row.value;
    const auto& record = m_explorer->resident()->rows()[row];
    QCOMPARE(record.sigma, m_explorer->rowDetail()->record.sigma);
    m_explorer->selectHead(0);
    QVERIFY2(m_explorer->resident(), "a head that is held is there at once");
}

void TestExplorer::onlyTheNewestOpenCounts()
{
    const auto other =
        QString::fromStdString(m_folder.write("other.npy", support::npy(support::causalScores(2, 32))).string());
    QSignalSpy opened(m_explorer.get(), &app::Explorer::captureChanged);
    m_explorer->open(m_path);
    m_explorer->open(other);
    QTRY_COMPARE(m_explorer->path(), other);
    QTRY_VERIFY(!m_explorer->isOpening());
    QCOMPARE(opened.size(), 1);
    QCOMPARE(m_explorer->heads().size(), std::size_t{2});
}

void TestExplorer::aBrokenFileLeavesTheStateAlone()
{
    const auto broken =
        QString::fromStdString(m_folder.write("broken.npy", "\x93NUMPY\x01\x00 and then nothing").string());
    QSignalSpy failed(m_explorer.get(), &app::Explorer::failed);
    const auto k = m_explorer->parameters().k;
    m_explorer->open(broken);
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(m_explorer->path(), m_path);
    QCOMPARE(m_explorer->heads().size(), std::size_t{4});
    QCOMPARE(m_explorer->parameters().k, k);
    QVERIFY(m_explorer->rowDetail());
}

void TestExplorer::aChangedFileIsSaid()
{
    const auto copy =
        QString::fromStdString(m_folder.write("copy.npy", support::npy(support::causalScores(1, 24))).string());
    m_explorer->open(copy);
    QTRY_COMPARE(m_explorer->path(), copy);
    QSignalSpy changed(m_explorer.get(), &app::Explorer::fileChanged);
    m_folder.write("copy.npy", support::npy(support::causalScores(3, 24)));
    QTRY_COMPARE(changed.size(), 1);
    m_explorer->reload();
    QTRY_COMPARE(m_explorer->heads().size(), std::size_t{3});
}

void TestExplorer::aTruncatedFileIsOutdatedUntilItIsReloaded()
{
    const auto bytes = support::npy(support::causalScores(1, 24));
    const auto copy = m_folder.write("shrinking.npy", bytes);
    m_explorer->open(QString::fromStdString(copy.string()));
    QTRY_VERIFY(m_explorer->path().endsWith(QStringLiteral("shrinking.npy")) && m_explorer->resident());
    QVERIFY(!m_explorer->isOutdated());
    std::filesystem::resize_file(copy, 200);
    QSignalSpy failed(m_explorer.get(), &app::Explorer::failed);
    QTRY_VERIFY(m_explorer->isOutdated());
    m_explorer->reload();
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY2(m_explorer->isOutdated(), "what cannot be opened takes nothing back");
    m_folder.write("shrinking.npy", bytes);
    m_explorer->reload();
    QTRY_VERIFY(!m_explorer->isOutdated());
}

void TestExplorer::aFileInThePlaceOfTheOpenOneIsNoticedWhenLookedAt()
{
    const auto path = m_folder.write("replaced.npy", support::npy(support::causalScores(1, 24)));
    const auto other = m_folder.write("other.npy", support::npy(support::causalScores(2, 24)));
    m_explorer->open(QString::fromStdString(path.string()));
    QTRY_VERIFY(m_explorer->path().endsWith(QStringLiteral("replaced.npy")));
    std::filesystem::rename(other, path);
    m_explorer->dump().check();
    QVERIFY(m_explorer->isOutdated());
}

void TestExplorer::thePlugInRowIsMadeOnceForASelection()
{
    const auto before = m_explorer->prediction();
    QVERIFY(before);
    const auto made = m_explorer->predictions().rowsMade();
    for (std::size_t k = 1; k <= 96; ++k) {
        m_explorer->setK(k);
        m_explorer->setEpsilon(0.001 * static_cast<double>(k));
        const auto prediction = m_explorer->prediction();
        QCOMPARE(static_cast<std::size_t>(prediction->plugInKEps.value),
            core::plugInKEps(m_explorer->parameters().sigma, 96, m_explorer->parameters().epsilon));
    }
    QCOMPARE(m_explorer->predictions().rowsMade(), made);
    m_explorer->setSigma(2.5);
    QCOMPARE(static_cast<std::size_t>(m_explorer->prediction()->plugInKEps.value),
        core::plugInKEps(2.5, 96, m_explorer->parameters().epsilon));
    QCOMPARE(m_explorer->predictions().rowsMade(), made + 1);
}

void TestExplorer::stoppedWorkGoesOnWhenAsked()
{
    m_explorer->reload();
    QTRY_VERIFY(!m_explorer->isOpening());
    m_explorer->stop();
    QVERIFY(!m_explorer->progress());
    QVERIFY(m_explorer->isStopped());
    m_explorer->resume();
    waitUntilDone();
}

/// Rows of more keys than are computed at once: until the new row's numbers come there are none, not those of the old row.
void TestExplorer::aLongRowHasNoNumbersOfTheRowBefore()
{
    const support::Array rows{{}, core::Element::F32, {3, 5000}, std::vector<double>(15000, 0.0002)};
    const auto path = m_folder.write("long.npy", support::npy(rows));
    m_explorer->open(QString::fromStdString(path.string()));
    QTRY_COMPARE(m_explorer->path(), QString::fromStdString(path.string()));
    m_explorer->setPick({core::RowIndex{0}, core::KeyIndex{0}});
    QTRY_VERIFY(m_explorer->rowDetail() && m_explorer->answer(Scope::Rows).verdict);
    m_explorer->setPick({core::RowIndex{2}, core::KeyIndex{0}});
    QVERIFY(!m_explorer->rowDetail());
    QVERIFY(!m_explorer->truncation());
    QVERIFY(!m_explorer->answer(Scope::Rows).verdict);
    QVERIFY(!m_explorer->namedRow());
    QTRY_VERIFY(m_explorer->rowDetail());
    QCOMPARE(m_explorer->rowDetail()->row, std::size_t{2});
}

QTEST_MAIN(TestExplorer)
#include "tst_explorer.moc"
