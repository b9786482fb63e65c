// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/rulepreparer.h"

#include <filesystem>

#include <QtTest>

#include "bounds/choice.h"
#include "bounds/tailcurve.h"
#include "compute/backend.h"
#include "memorycapture.h"
#include "npywriter.h"
#include "npzwriter.h"
#include "safetensorswriter.h"
#include "tempfolder.h"
#include "truncation/rowsorter.h"

using namespace core;

namespace {

using Sharing = RulePreparer::Sharing;

/// Two layers of two heads over one K/V head; 12 rows of 12 keys.
support::MemoryCapture smallCapture()
{
    support::MemoryCapture capture;
    for (std::uint32_t layer = 0; layer < 2; ++layer)
        for (std::uint32_t head = 0; head < 2; ++head)
            capture.add({"", {layer}, {head}, {0}},
                std::make_shared<support::MemoryHead>(
                    support::scoreHead(12, 12, 2, 1 + 2 * layer + head, support::Shape::Causal)),
                HeadIndex{0});
    return capture;
}

Result<PreparedRule> prepared(const Capture& capture, const Rule& rule, std::size_t head = 0,
    const std::vector<std::size_t>& rows = {}, Sharing sharing = Sharing::None)
{
    ThreadPool pool(2);
    Work work{pool};
    auto preparer = RulePreparer::of(capture, rule, sharing);
    if (!preparer)
        return tl::unexpected(preparer.error());
    return preparer->forHead(capture.heads()[head], rows, work);
}

SortedRow sortedRow(const Capture& capture, std::size_t head, std::size_t row)
{
    const auto rows = *capture.rows(capture.heads()[head].id);
    const RowBatch batch = *rows->rows({row, row + 1});
    SortedRow sorted;
    sortRow(batch, 0, sorted);
    return sorted;
}

support::Array mask(std::vector<std::uint64_t> shape, double number = 1)
{
    std::size_t count = 1;
    for (const auto extent : shape)
        count *= extent;
    return {"mask", Element::U8, std::move(shape), std::vector<double>(count, number)};
}

}

class TestRulePreparer : public QObject
{
    Q_OBJECT

    support::TempFolder m_folder;

    std::string file(const std::string& name, const std::string& bytes) const
    {
        return m_folder.write(name, bytes).string();
    }

private slots:
    void rulesOfOneRowAreReady()
    {
        const auto capture = smallCapture();
        for (const Rule& rule : {Rule(TopK{3}), Rule(TopP{0.9}), Rule(Window{2, 1})}) {
            const auto ready = prepared(capture, rule);
            QVERIFY(ready && ready->rule == rule && !ready->marks);
        }
    }

    void someRowsGetWhatAllRowsGet()
    {
        const auto capture = smallCapture();
        for (const auto& [rule, sharing] : {std::pair(Rule(BlockTop{4, 2, 2}), Sharing::None),
                 std::pair(Rule(ForcedTopK{4, {1, 1}}), Sharing::KvGroup)}) {
            const auto all = prepared(capture, rule, 1, {}, sharing);
            const auto some = prepared(capture, rule, 1, {5, 6, 11}, sharing);
            QVERIFY(all && some);
            for (const std::size_t row : {5U, 6U, 11U}) {
                const SortedRow sorted = sortedRow(capture, 1, row);
                QVERIFY(chooseKeys(sorted, *all, row).shown == chooseKeys(sorted, *some, row).shown);
            }
        }
    }

    /// Blocks of equal mass are equal, and the lower one is kept.
    void tiesOfBlocksAreDecided()
    {
        support::MemoryCapture capture;
        capture.add({"", {0}, {0}, {0}},
            std::make_shared<support::MemoryHead>(
                Source::Scores, support::StoredNumbers(6, 9, std::vector<double>(54, 0.3), Element::F64)));
        const auto rule = prepared(capture, BlockTop{3, 3, 2});
        QVERIFY(rule);
        const SortedRow sorted = sortedRow(capture, 0, 4);
        const Choice choice = chooseKeys(sorted, *rule, 4);
        QVERIFY(!choice.isAmbiguous());
        QVERIFY(choice.shown == KeptSet(6));
    }

    /// A row whose keys are equal in all heads of the group: any of them may be kept, and all lose the same.
    void tiesOfSharedKeysCostNothing()
    {
        support::MemoryCapture capture;
        for (std::uint32_t head = 0; head < 3; ++head)
            capture.add({"", {0}, {head}, {0}},
                std::make_shared<support::MemoryHead>(
                    Source::Scores, support::StoredNumbers(2, 8, std::vector<double>(16, head), Element::F64)),
                HeadIndex{0});
        const auto rule = prepared(capture, TopK{2}, 1, {}, Sharing::KvGroup);
        QVERIFY(rule);
        const SortedRow sorted = sortedRow(capture, 1, 1);
        const Choice choice = chooseKeys(sorted, *rule, 1);
        QCOMPARE(choice.shown.size(), std::size_t{2});
        const Interval tau = tailMassOf(sorted, choice, weightErrorOf(sorted)).tau;
        QVERIFY(tau.contains(0.75) && tau.width() < 1e-12);
    }

    void whatCannotBeSharedIsRefused()
    {
        const auto capture = smallCapture();
        for (const Rule& rule : {Rule(TopP{0.9}), Rule(Threshold{0.1}), Rule(Window{4, 1}), Rule(BlockTop{4, 4, 1})}) {
            const auto refused = prepared(capture, rule, 0, {}, Sharing::KvGroup);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::BadRequest);
        }
        QVERIFY(!prepared(capture, TopK{0}));
    }

    void masksOfTheRightShapeAreTaken()
    {
        const auto capture = smallCapture();
        for (const auto& path :
            {file("two.npy", support::npy(mask({12, 12}))), file("three.npy", support::npy(mask({2, 12, 12}))),
                file("alone.safetensors", support::safetensors({mask({12, 12})}))}) {
            const auto rule = prepared(capture, ImportedMask{path}, 3);
            QVERIFY2(rule, rule ? "" : rule.error().message.c_str());
            QVERIFY(rule->marks->intact());
            const SortedRow sorted = sortedRow(capture, 3, 7);
            QVERIFY(chooseKeys(sorted, *rule, 7).shown == KeptSet(8));
        }
        const auto none = prepared(capture, ImportedMask{file("none.npy", support::npy(mask({12, 12}, 0)))});
        QVERIFY(none);
        QCOMPARE(chooseKeys(sortedRow(capture, 0, 5), *none, 5).shown.size(), std::size_t{0});
    }

    void othersAreRefused_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("reason");
        const auto add = [this](const char* name, const std::string& bytes, const char* reason) {
            QTest::newRow(name) << QString::fromStdString(file(name, bytes)) << QString::fromLatin1(reason);
        };
        add("flat.npy", support::npy(mask({144})), "its shape is 144");
        add("four.npy", support::npy(mask({1, 1, 12, 12})), "its shape is 1 x 1 x 12 x 12");
        add("turned.npy", support::npy(mask({12, 13})), "L0H0 needs 12 x 12");
        add("heads.npy", support::npy(mask({3, 12, 12})), "L0H0 needs 2 x 12 x 12");
        add("empty.npy", support::npy(mask({0, 12, 12})), "L0H0 needs 2 x 12 x 12");
        add("halves.npy", support::npy({"", Element::F32, {12, 12}, std::vector<double>(144, 0.5)}),
            "row 0, key 0 of L0H0 is 0.5");
        add("nan.npy", support::npy({"", Element::F32, {12, 12}, std::vector<double>(144, std::nan(""))}), "is nan");
        add("many.safetensors",
            support::safetensors({{"a", Element::U8, {12, 12}, std::vector<double>(144)},
                {"b", Element::U8, {12, 12}, std::vector<double>(144)}}),
            "it holds 2 tensors and none is named 'mask'");
        add("cut.npy", support::npy(mask({12, 12})).substr(0, 200), "cut.npy");
        add("text.npy", "hello", "text.npy");
        QTest::newRow("missing") << QStringLiteral("/nowhere/mask.npy") << QStringLiteral("/nowhere/mask.npy");
    }
    void othersAreRefused()
    {
        QFETCH(QString, path);
        QFETCH(QString, reason);
        const auto refused = prepared(smallCapture(), ImportedMask{path.toStdString()});
        QVERIFY(!refused);
        QVERIFY2(QString::fromStdString(refused.error().message).contains(reason), refused.error().message.c_str());
    }

    void aChangedMaskIsNoticed()
    {
        const auto path = m_folder.write("changing.npy", support::npy(mask({12, 12})));
        const auto capture = smallCapture();
        auto preparer = RulePreparer::of(capture, ImportedMask{path.string()});
        QVERIFY(preparer);
        QVERIFY(preparer->mask()->sha256());
        ThreadPool pool(1);
        Work work{pool};
        const auto rule = preparer->forHead(capture.heads()[0], {}, work);
        QVERIFY(rule);
        std::filesystem::resize_file(path, 100);
        QVERIFY(!rule->marks->intact());
        QVERIFY(!preparer->mask()->sha256());
        QCOMPARE(preparer->forHead(capture.heads()[0], {}, work).error().code, ErrorCode::FileChanged);
        StatisticsRequest request;
        request.rule = *rule;
        const auto rows = *capture.rows(capture.heads()[0].id);
        QCOMPARE(makeReferenceBackend()->head(*rows, request, work).error().code, ErrorCode::FileChanged);
    }
};

QTEST_GUILESS_MAIN(TestRulePreparer)
#include "tst_rulepreparer.moc"
