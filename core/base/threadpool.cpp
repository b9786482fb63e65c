// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/threadpool.h"

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <exception>
#include <system_error>

namespace core {

namespace {

constexpr std::size_t mostThreads = 1024;

}

struct ThreadPool::Task
{
    const std::function<void(std::size_t)>* work = nullptr;
    std::size_t chunks = 0;
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::condition_variable done;
    std::size_t finished = 0;
    std::exception_ptr error;
};

ThreadPool::ThreadPool(std::size_t threads)
{
    if (threads == 0)
        threads = std::max(1U, std::thread::hardware_concurrency());
    try {
        for (std::size_t i = 1; i < std::min(threads, mostThreads); ++i)
            m_workers.emplace_back([this](std::stop_token stop) { run(stop); });
    } catch (const std::system_error&) {
        // The system gives no more threads: those there are do the work.
    }
}

ThreadPool::~ThreadPool()
{
    for (auto& worker : m_workers)
        worker.request_stop();
    m_wake.notify_all();
}

void ThreadPool::forEach(std::size_t chunks, const std::function<void(std::size_t)>& work)
{
    if (chunks == 0)
        return;
    auto task = std::make_shared<Task>();
    task->work = &work;
    task->chunks = chunks;
    if (chunks > 1 && !m_workers.empty()) {
        {
            const std::scoped_lock lock(m_mutex);
            m_tasks.push_back(task);
        }
        m_wake.notify_all();
    }
    help(*task);
    {
        std::unique_lock lock(task->mutex);
        task->done.wait(lock, [&] { return task->finished == task->chunks; });
    }
    {
        const std::scoped_lock lock(m_mutex);
        std::erase(m_tasks, task);
    }
    if (task->error)
        std::rethrow_exception(task->error);
}

void ThreadPool::run(std::stop_token stop)
{
    std::fesetenv(FE_DFL_ENV);
    while (true) {
        std::shared_ptr<Task> task;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_tasks.empty(); }))
                return;
            task = m_tasks.front();
            if (task->next >= task->chunks) {
                m_tasks.pop_front();
                continue;
            }
        }
        help(*task);
    }
}

void ThreadPool::help(Task& task)
{
    while (true) {
        const std::size_t chunk = task.next.fetch_add(1);
        if (chunk >= task.chunks)
            return;
        std::exception_ptr error;
        bool dropped = false;
        {
            const std::scoped_lock lock(task.mutex);
            dropped = task.error != nullptr;
        }
        if (!dropped) {
            try {
                (*task.work)(chunk);
            } catch (...) {
                error = std::current_exception();
            }
        }
        const std::scoped_lock lock(task.mutex);
        if (error && !task.error)
            task.error = error;
        if (++task.finished == task.chunks)
            task.done.notify_all();
    }
}

}
