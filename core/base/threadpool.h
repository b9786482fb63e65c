// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace core {

/// Persistent threads that work on numbered chunks. Which thread takes which chunk is open; what a chunk covers is the
/// caller's choice, so results that are written per chunk do not depend on the number of threads. Several callers may
/// use one pool at the same time. Each worker starts with the default floating-point environment.
class ThreadPool
{
public:
    /// `threads` counts the caller, who works too; 0: one per processor. At most 1024 and what the system gives.
    explicit ThreadPool(std::size_t threads = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    std::size_t threadCount() const { return m_workers.size() + 1; }

    /// Calls `work(chunk)` once for each chunk in [0, chunks) and returns when all are done. An exception of `work` is
    /// thrown again here, after the chunks that had begun have ended; chunks not begun are dropped then.
    void forEach(std::size_t chunks, const std::function<void(std::size_t chunk)>& work);

private:
    struct Task;

    void run(std::stop_token stop);
    static void help(Task& task);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<std::shared_ptr<Task>> m_tasks;
    std::vector<std::jthread> m_workers;
};

}
