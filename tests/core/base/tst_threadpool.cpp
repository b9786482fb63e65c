// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/threadpool.h"

#include <QtTest>

#include <atomic>
#include <limits>
#include <stdexcept>

class TestThreadPool : public QObject
{
    Q_OBJECT

private slots:
    void everyChunkOnce_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("chunks");
        for (const int threads : {1, 2, 3, 8})
            for (const int chunks : {0, 1, 2, 7, 1000})
                QTest::addRow("%d threads, %d chunks", threads, chunks) << threads << chunks;
    }

    void everyChunkOnce()
    {
        QFETCH(int, threads);
        QFETCH(int, chunks);
        core::ThreadPool pool(static_cast<std::size_t>(threads));
        QCOMPARE(pool.threadCount(), static_cast<std::size_t>(threads));
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(chunks));
        for (int round = 1; round <= 3; ++round) {
            pool.forEach(calls.size(), [&](std::size_t chunk) { ++calls[chunk]; });
            for (const auto& count : calls)
                QCOMPARE(count.load(), round);
        }
    }

    void severalCallersShareThePool()
    {
        core::ThreadPool pool(3);
        std::atomic<int> total = 0;
        std::vector<std::jthread> callers;
        for (int i = 0; i < 4; ++i)
            callers.emplace_back([&] { pool.forEach(50, [&](std::size_t) { ++total; }); });
        callers.clear();
        QCOMPARE(total.load(), 200);
    }

    void callsMayNest()
    {
        core::ThreadPool pool(2);
        std::atomic<int> total = 0;
        pool.forEach(4, [&](std::size_t) { pool.forEach(5, [&](std::size_t) { ++total; }); });
        QCOMPARE(total.load(), 20);
    }

    void moreThreadsThanThereCanBe()
    {
        core::ThreadPool pool(std::numeric_limits<std::size_t>::max());
        QVERIFY(pool.threadCount() <= 1024);
        std::atomic<int> total = 0;
        pool.forEach(10, [&](std::size_t) { ++total; });
        QCOMPARE(total.load(), 10);
    }

    void exceptionReachesTheCaller()
    {
        core::ThreadPool pool(2);
        QVERIFY_EXCEPTION_THROWN(pool.forEach(10,
                                     [](std::size_t chunk) {
                                         if (chunk == 3)
                                             throw std::runtime_error("three");
                                     }),
            std::runtime_error);
        std::atomic<int> total = 0;
        pool.forEach(10, [&](std::size_t) { ++total; });
        QCOMPARE(total.load(), 10);
    }
};

QTEST_GUILESS_MAIN(TestThreadPool)
#include "tst_threadpool.moc"
