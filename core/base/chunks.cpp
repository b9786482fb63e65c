// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/chunks.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace core {

namespace {

/// What the threads of one job share.
class Job
{
public:
    Job(std::size_t chunks, const Progress& progress)
        : m_chunks(chunks)
        , m_progress(progress)
    {
    }

    bool stopped() const { return m_stopped; }

    void finish(Result<void> result)
    {
        const std::scoped_lock lock(m_mutex);
        ++m_done;
        if (m_stopped)
            return;
        if (result && !m_progress.advance(m_done, m_chunks))
            result = cancelled();
        m_stopped = !result;
        m_result = std::move(result);
    }

    Result<void> takeResult() { return std::move(m_result); }

private:
    std::size_t m_chunks;
    const Progress& m_progress;
    std::atomic<bool> m_stopped = false;
    std::mutex m_mutex;
    std::size_t m_done = 0;
    Result<void> m_result;
};

}

Result<void> forEachChunk(
    std::size_t rowCount, Work& work, const std::function<Result<void>(RowRange)>& chunk, std::size_t rowsEach)
{
    const std::size_t chunks = (rowCount + rowsEach - 1) / rowsEach;
    Job job(chunks, work.progress);
    work.pool.forEach(chunks, [&](std::size_t i) {
        if (!job.stopped())
            job.finish(chunk({i * rowsEach, std::min((i + 1) * rowsEach, rowCount)}));
    });
    return job.takeResult();
}

}
