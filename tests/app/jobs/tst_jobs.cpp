// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <stdexcept>
#include <thread>

#include <QTest>

#include "jobs/jobs.h"
#include "jobs/latest.h"

namespace {

/// A job that goes on until it is told to stop.
struct EndlessJob
{
    std::atomic<bool>& begun;
    std::atomic<bool>& ended;

    core::Result<int> operator()(const core::Progress& progress) const
    {
        begun = true;
        while (progress.advance(0, 1))
            std::this_thread::yield();
        ended = true;
        return core::cancelled();
    }
};

}

class TestJobs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersComeBackInTheThreadOfTheContext();
    void errorsAreAnswersToo();
    void runningOutOfMemoryIsAnError();
    void anyExceptionIsAnError();
    void progressIsSeen();
    void whatIsCancelledBeforeItsTurnNeverBegins();
    void cancellingStopsTheWorkAndDropsItsAnswer();
    void aNewerRequestMakesAnOlderAnswerVoid();
    void theOwnerWaitsForItsJobs();
};

void TestJobs::answersComeBackInTheThreadOfTheContext()
{
    app::Jobs jobs;
    int answer = 0;
    std::thread::id workThread;
    std::thread::id answerThread;
    const auto work = [&workThread](const core::Progress&) -> core::Result<int> {
        workThread = std::this_thread::get_id();
        return 42;
    };
    const auto job = jobs.start<int>(this, work, [&](core::Result<int> result) {
        answer = result.value_or(-1);
        answerThread = std::this_thread::get_id();
    });
    QVERIFY(job.isRunning());
    QTRY_COMPARE(answer, 42);
    QVERIFY(!job.isRunning());
    QCOMPARE(answerThread, std::this_thread::get_id());
    QVERIFY(workThread != answerThread);
}

void TestJobs::errorsAreAnswersToo()
{
    app::Jobs jobs;
    std::string message;
    const auto work = [](const core::Progress&) -> core::Result<int> {
        return core::failure(core::ErrorCode::NotFound, "failed to open 'x': it is gone");
    };
    jobs.start<int>(this, work, [&](core::Result<int> result) { message = result ? "" : result.error().message; });
    QTRY_COMPARE(message, std::string("failed to open 'x': it is gone"));
}

void TestJobs::runningOutOfMemoryIsAnError()
{
    app::Jobs jobs;
    bool isOutOfMemory = false;
    const auto work = [](const core::Progress&) -> core::Result<int> { throw std::bad_alloc(); };
    jobs.start<int>(this, work,
        [&](core::Result<int> result) { isOutOfMemory = result.error().code == core::ErrorCode::OutOfMemory; });
    QTRY_VERIFY(isOutOfMemory);
}

void TestJobs::anyExceptionIsAnError()
{
    app::Jobs jobs;
    std::vector<std::string> messages;
    const auto take = [&messages](core::Result<int> result) {
        messages.push_back(result || result.error().advice.empty() ? "" : result.error().message);
    };
    jobs.start<int>(
        this, [](const core::Progress&) -> core::Result<int> { throw std::out_of_range("no such key"); }, take);
    QTRY_COMPARE(messages.size(), std::size_t{1});
    QVERIFY(messages.back().find("no such key") != std::string::npos);
    jobs.start<int>(
        this, [](const core::Progress&) -> core::Result<int> { throw 42; }, take);
    QTRY_COMPARE(messages.size(), std::size_t{2});
    QVERIFY(!messages.back().empty());
}

void TestJobs::progressIsSeen()
{
    app::Jobs jobs;
    const auto work = [](const core::Progress& progress) -> core::Result<int> {
        while (progress.advance(3, 4))
            std::this_thread::yield();
        return core::cancelled();
    };
    app::Latest latest;
    latest = jobs.start<int>(this, work, [](core::Result<int>) {});
    QTRY_COMPARE(latest.progress(), 0.75);
}

void TestJobs::cancellingStopsTheWorkAndDropsItsAnswer()
{
    std::atomic<bool> begun = false;
    std::atomic<bool> ended = false;
    bool answered = false;
    app::Jobs jobs;
    auto job = jobs.start<int>(this, EndlessJob{begun, ended}, [&answered](core::Result<int>) { answered = true; });
    QTRY_VERIFY(begun);
    job.cancel();
    QVERIFY(!job.isRunning());
    QTRY_VERIFY(ended);
    jobs.end();
    QCoreApplication::processEvents();
    QVERIFY(!answered);
}

void TestJobs::whatIsCancelledBeforeItsTurnNeverBegins()
{
    std::atomic<bool> begun = false;
    std::atomic<bool> ended = false;
    std::atomic<int> begunLate = 0;
    app::Jobs jobs;
    std::vector<app::Job> waiting;
    for (int i = 0; i < 8; ++i)
        waiting.push_back(jobs.start<int>(this, EndlessJob{begun, ended}, [](core::Result<int>) {}));
    QTRY_VERIFY(begun);
    const auto late = [&begunLate](const core::Progress&) -> core::Result<int> { return ++begunLate; };
    jobs.start<int>(this, late, [](core::Result<int>) {}).cancel();
    jobs.end();
    QCOMPARE(begunLate.load(), 0);
}

void TestJobs::aNewerRequestMakesAnOlderAnswerVoid()
{
    app::Jobs jobs;
    app::Latest latest;
    std::vector<int> answers;
    const auto take = [&answers](core::Result<int> result) { answers.push_back(result.value_or(-1)); };
    std::atomic<bool> olderDone = false;
    const auto older = [&olderDone](const core::Progress&) -> core::Result<int> {
        olderDone = true;
        return 1;
    };
    latest = jobs.start<int>(this, older, take);
    while (!olderDone)
        std::this_thread::yield();
    latest = jobs.start<int>(
        this, [](const core::Progress&) -> core::Result<int> { return 2; }, take);
    QTRY_COMPARE(answers, std::vector<int>{2});
}

void TestJobs::theOwnerWaitsForItsJobs()
{
    std::atomic<bool> begun = false;
    std::atomic<bool> ended = false;
    {
        app::Jobs jobs;
        jobs.start<int>(this, EndlessJob{begun, ended}, [](core::Result<int>) {});
        QTRY_VERIFY(begun);
    }
    QVERIFY(ended);
}

QTEST_GUILESS_MAIN(TestJobs)
#include "tst_jobs.moc"
