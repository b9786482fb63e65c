// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/job.h"

namespace app {

/// One question that is asked again and again: a newer request cancels the older one and makes its answer void.
class Latest
{
public:
    Latest() = default;
    ~Latest() { m_job.cancel(); }
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    Latest& operator=(Job job)
    {
        m_job.cancel();
        m_job = std::move(job);
        return *this;
    }

    void cancel() { m_job.cancel(); }
    bool isRunning() const { return m_job.isRunning(); }
    double progress() const { return m_job.progress(); }

private:
    Job m_job;
};

}
