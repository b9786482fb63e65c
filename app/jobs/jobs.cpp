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
    end();
}

tl::unexpected<core::Error> Jobs::unexpectedly(const std::string& reason)
{
    return core::failure(core::ErrorCode::BadRequest,
        "failed to finish a computation, by a fault of the program: " + reason,
        "try again; if it comes back, report it with the dump's kind and size");
}

void Jobs::run(std::shared_ptr<JobState> state, std::function<void()> work)
{
    std::erase_if(m_started, [](const std::weak_ptr<JobState>& other) { return other.expired(); });
    m_started.push_back(state);
    m_pool.start([state = std::move(state), work = std::move(work)] {
        if (!state->stopped)
            work();
    });
}

void Jobs::end()
{
    for (const auto& started : m_started)
        if (const auto state = started.lock())
            state->stopped = true;
    m_started.clear();
    m_pool.waitForDone();
}

}
