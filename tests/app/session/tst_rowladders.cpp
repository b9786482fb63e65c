// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QSignalSpy>
#include <QTest>

#include "npywriter.h"
#include "safetensorswriter.h"
#include "session/budget.h"
#include "session/explorer.h"
#include "session/rowladders.h"
#include "session/scoreerrors.h"
#include "smallheads.h"
#include "tempfolder.h"

namespace {

std::shared_ptr<const core::HeadRows> firstHead(const std::filesystem::path& path)
{
    const auto capture = core::Capture::open(path);
    return *(*capture)->rows((*capture)->heads().front().id);
}

std::shared_ptr<const core::RowDetail> detailOf(const core::HeadRows& head, std::uint32_t row)
{
    return std::make_shared<const core::RowDetail>(*core::rowDetail(head, {row}));
}

}

class TestRowLadders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void smallRowsAreAnsweredAtOnce();
    void costlyOnesComeLaterAndOnlyTheNewest();
    void aRowWithoutNumbersHasNone();
    void pagesAreCounted();
    void errorsOfKernelsAreThoseOfTheirFormats();

private:
    support::TempFolder m_folder;
};

void TestRowLadders::smallRowsAreAnsweredAtOnce()
{
    const auto head = firstHead(m_folder.write("scores.npy", support::npy(support::causalScores(1, 96))));
    const auto row = detailOf(*head, 95);
    app::Jobs jobs;
    app::RowLadders ladders(jobs);
    ladders.request(row, 7);
    QVERIFY(ladders.tailMass() && ladders.output());
    const auto expected = core::ladderAt(*row, 7);
    QCOMPARE(ladders.tailMass()->size(), expected.tailMass.size());
    for (std::size_t i = 0; i < expected.tailMass.size(); ++i) {
        QCOMPARE((*ladders.tailMass())[i].bound.upper, expected.tailMass[i].bound.upper);
        QVERIFY((*ladders.tailMass())[i].bound.upper >= row->tailMass[7].tau.lower);
    }
    ladders.request(nullptr, 0);
    QVERIFY(!ladders.tailMass() && !ladders.output());
}

void TestRowLadders::costlyOnesComeLaterAndOnlyTheNewest()
{
    const auto path = m_folder.write("factors.safetensors",
        support::safetensors(support::factors(1, 1024, 16), {{"causal", "true"}, {"scale", "0.5"}}));
    const auto head = firstHead(path);
    const auto row = detailOf(*head, 1023);
    QVERIFY(app::outputLadderCost(*row, 512) > app::outputLadderCost(*row, 1));
    app::Jobs jobs;
    app::RowLadders ladders(jobs);
    QSignalSpy changed(&ladders, &app::RowLadders::changed);
    ladders.request(row, 500);
    QVERIFY2(ladders.tailMass(), "the ladder of the tail mass does not wait");
    QVERIFY2(!ladders.output(), "the diameter of half a million pairs is no work for a frame");
    ladders.request(row, 512);
    QTRY_VERIFY(ladders.output());
    QCOMPARE(changed.size(), 1);
    QCOMPARE(ladders.output()->bounds.size(), std::size_t{5});
    QCOMPARE(ladders.output()->bounds[1].bound.upper, core::ladderAt(*row, 512).output.bounds[1].bound.upper);
    QVERIFY(ladders.output()->notRenormalised);
}

void TestRowLadders::aRowWithoutNumbersHasNone()
{
    auto array = support::causalScores(1, 8);
    for (std::size_t key = 0; key < 8; ++key)
        array.values[3 * 8 + key] = -HUGE_VAL;
    const auto head = firstHead(m_folder.write("masked.npy", support::npy(array)));
    app::Jobs jobs;
    app::RowLadders ladders(jobs);
    ladders.request(detailOf(*head, 3), 2);
    QVERIFY(!ladders.tailMass());
}

void TestRowLadders::pagesAreCounted()
{
    const std::vector<std::uint32_t> keys{0, 33, 1, 16, 34, 40};
    const auto two = app::pagesOf(keys, 2, 16);
    QCOMPARE(two.kept, std::size_t{2});
    QCOMPARE(two.total, std::size_t{3});
    QCOMPARE(two.keys, std::size_t{5});
    QCOMPARE(app::pagesOf(keys, 6, 16).keys, std::size_t{6});
    QCOMPARE(app::pagesOf(keys, 0, 16).kept, std::size_t{0});
    QCOMPARE(app::pagesOf({}, 0, 16).total, std::size_t{0});
}

void TestRowLadders::errorsOfKernelsAreThoseOfTheirFormats()
{
    const auto arrays = support::factors(1, 32, 4);
    const auto head = firstHead(
        m_folder.write("small.safetensors", support::safetensors(arrays, {{"causal", "true"}, {"scale", "0.5"}})));
    const auto row = detailOf(*head, 20);
    double largest = 0;
    for (const double score : row->scores)
        largest = std::max(largest, std::abs(score));
    QCOMPARE(*app::bf16ScoreError(*row), largest / 256);
    double queries = 0;
    double keys = 0;
    for (std::size_t c = 0; c < 4; ++c)
        queries += std::abs(arrays[0].values[20 * 4 + c]);
    for (const double key : arrays[1].values)
        keys = std::max(keys, std::abs(key));
    const double expected = 0.5 * queries * keys / 254;
    QVERIFY(std::abs(*app::eightBitKeyError(*head, {20}) - expected) < 1e-12);
    // No score moves further when each key is rounded to its nearest step.
    const double step = keys / 127;
    for (std::size_t key = 0; key <= 20; ++key) {
        double moved = 0;
        for (std::size_t c = 0; c < 4; ++c) {
            const double value = arrays[1].values[key * 4 + c];
            moved += 0.5 * arrays[0].values[20 * 4 + c] * (std::round(value / step) * step - value);
        }
        QVERIFY(std::abs(moved) <= expected);
    }
    const auto scores = firstHead(m_folder.write("plain.npy", support::npy(support::causalScores(1, 16))));
    QVERIFY(!app::eightBitKeyError(*scores, {3}));
}

QTEST_GUILESS_MAIN(TestRowLadders)
#include "tst_rowladders.moc"
