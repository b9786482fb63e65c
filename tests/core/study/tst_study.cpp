// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>

#include "memorycapture.h"
#include "study/study.h"

using namespace core;

namespace {

support::MemoryCapture fourHeads()
{
    support::MemoryCapture capture;
    for (std::uint32_t i = 0; i < 4; ++i)
        capture.add({"encoder", {i / 2}, {i % 2}, {0}},
            std::make_shared<support::MemoryHead>(support::scoreHead(50, 30 + i, 2, i + 1)));
    return capture;
}

}

class TestStudy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void headsComeInOrderWithTheirSummaries()
    {
        const auto capture = fourHeads();
        std::vector<HeadInfo> heads = capture.heads();
        std::reverse(heads.begin(), heads.end());
        ThreadPool pool(2);
        std::vector<double> shares;
        Work work{pool, Progress([&](double share) {
                      shares.push_back(share);
                      return true;
                  })};
        StatisticsRequest request;
        request.ks = {3};
        std::vector<HeadResult> results;
        const auto done = studyHeads(capture, heads, request, *makeReferenceBackend(), work, [&](HeadResult result) {
            results.push_back(std::move(result));
            return true;
        });
        QVERIFY(done);
        QCOMPARE(results.size(), std::size_t{4});
        for (std::size_t i = 0; i < results.size(); ++i) {
            QVERIFY(results[i].head.id == heads[i].id);
            QCOMPARE(results[i].reply->keyCount, 33 - i);
            QCOMPARE(results[i].summary.tailMass.at(0).k, std::size_t{3});
            QCOMPARE(results[i].summary.audit.valid, std::size_t{50});
        }
        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QCOMPARE(shares.back(), 1.0);
    }

    void stopsBetweenAndWithinHeads()
    {
        const auto capture = fourHeads();
        ThreadPool pool(2);
        Work work{pool};
        int seen = 0;
        const auto bySink = studyHeads(
            capture, capture.heads(), {}, *makeReferenceBackend(), work, [&](const HeadResult&) { return ++seen < 2; });
        QCOMPARE(bySink.error().code, ErrorCode::Cancelled);
        QCOMPARE(seen, 2);
        seen = 0;
        Work stopping{pool, Progress([](double share) { return share < 0.6; })};
        const auto byProgress =
            studyHeads(capture, capture.heads(), {}, *makeReferenceBackend(), stopping, [&](const HeadResult&) {
                ++seen;
                return true;
            });
        QCOMPARE(byProgress.error().code, ErrorCode::Cancelled);
        QCOMPARE(seen, 2);
    }

    void passesErrorsOn()
    {
        const auto capture = fourHeads();
        ThreadPool pool(1);
        Work work{pool};
        StatisticsRequest request;
        request.outputError = true;
        const auto refused = studyHeads(
            capture, capture.heads(), request, *makeReferenceBackend(), work, [](const HeadResult&) { return true; });
        QCOMPARE(refused.error().code, ErrorCode::BadRequest);
        HeadInfo missing = capture.heads().front();
        missing.id.layer.value = 9;
        const auto unknown =
            studyHeads(capture, {missing}, {}, *makeReferenceBackend(), work, [](const HeadResult&) { return true; });
        QCOMPARE(unknown.error().code, ErrorCode::BadRequest);
    }
};

QTEST_APPLESS_MAIN(TestStudy)
#include "tst_study.moc"
