// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/jobs.h"

namespace app {

namespace {
/// Jobs wait for the threads of core::ThreadPool most of the time, so a few more than processors do no harm.
constexpr int jobThreads = 4;
}

Jobs::Jobs()
{
    m_pool.setMaxThreadCount(jobThreads);
}

Jobs::~Jobs()
{
    cancelAll();
    m_pool.waitForDone();
}

void Jobs::cancelAll()
{
    for (auto& future : m_running)
        future.cancel();
    m_running.clear();
}

void Jobs::remember(QFuture<void> future)
{
    std::erase_if(m_running, [](const QFuture<void>& other) { return other.isFinished(); });
    m_running.push_back(std::move(future));
}

}
