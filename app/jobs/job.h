// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

#include "base/progress.h"

namespace app {

/// What a job on another thread shares with the one who asked for it.
struct JobState
{
    std::atomic<bool> stopped = false; ///< asked for by the owner; the job sees it at its next report
    std::atomic<double> share = 0; ///< done, 0 ... 1
    bool answered = false; ///< touched by the owner's thread only
};

/// A job as its owner sees it. Copies mean the same job. All calls from the owner's thread.
class Job
{
public:
    Job() = default;
    explicit Job(std::shared_ptr<JobState> state)
        : m_state(std::move(state))
    {
    }

    /// Its answer is not wanted any more: it stops at its next report of progress, and is never delivered.
    void cancel();
    /// An answer is on its way.
    bool isRunning() const { return m_state && !m_state->stopped && !m_state->answered; }
    double progress() const { return m_state ? m_state->share.load() : 0.0; }

private:
    std::shared_ptr<JobState> m_state; ///< null: never started
};

/// Progress that is written into `state` and goes on until that is stopped.
core::Progress progressInto(std::shared_ptr<JobState> state);

}
