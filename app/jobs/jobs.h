// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <functional>
#include <new>
#include <vector>

#include <QObject>
#include <QThreadPool>

#include "base/result.h"
#include "jobs/job.h"

namespace app {

/// The jobs of one owner. They have to end before any context that takes their answers does: end() cancels them and
/// waits, and the destructor calls it.
///
/// Not QFuture: its continuations with a context object are unsafe in Qt 6.4 when an answer is taken or a context goes
/// away while the promise is still alive.
class Jobs
{
public:
    Jobs();
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    /// Runs `work(const core::Progress&)`, which returns core::Result<T>, on another thread, and then
    /// `take(core::Result<T>)` in the thread of `context`, unless the job was cancelled meanwhile. An exception,
    /// running out of memory among them, becomes an error like any other.
    template <typename T, typename Work, typename Take>
    Job start(QObject* context, Work work, Take take)
    {
        auto state = std::make_shared<JobState>();
        run(state, [state, context, work = std::move(work), take = std::move(take)]() mutable {
            post<T>(context, state, answerOf<T>(work, progressInto(state)), std::move(take));
        });
        return Job(state);
    }

    void end();

private:
    static tl::unexpected<core::Error> unexpectedly(const std::string& reason);

    template <typename T, typename Work>
    static core::Result<T> answerOf(Work& work, const core::Progress& progress)
    {
        try {
            return work(progress);
        } catch (const std::bad_alloc&) {
            return core::failure(core::ErrorCode::OutOfMemory, "failed to go on: not enough memory",
                "close other programs or open a smaller dump");
        } catch (const std::exception& exception) {
            return unexpectedly(exception.what());
        } catch (...) {
            return unexpectedly("it is not known why");
        }
    }

    template <typename T, typename Take>
    static void post(QObject* context, std::shared_ptr<JobState> state, core::Result<T> answer, Take take)
    {
        const auto deliver = [state = std::move(state), answer = std::move(answer), take = std::move(take)]() mutable {
            if (state->stopped)
                return;
            state->answered = true;
            take(std::move(answer));
        };
        QMetaObject::invokeMethod(context, deliver, Qt::QueuedConnection);
    }

    /// `work` is not begun when the job is stopped before its turn comes.
    void run(std::shared_ptr<JobState> state, std::function<void()> work);

    QThreadPool m_pool;
    std::vector<std::weak_ptr<JobState>> m_started;
};

}
