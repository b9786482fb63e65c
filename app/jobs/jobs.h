// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "jobs/job.h"

namespace app {

/// The jobs of one owner. They end before it does: the destructor cancels them and waits.
class Jobs
{
public:
    Jobs();
    ~Jobs();
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    template <typename T, typename Function>
    QFuture<core::Result<T>> start(Function work)
    {
        auto future = startJob<T>(m_pool, std::move(work));
        remember(QFuture<void>(future));
        return future;
    }

    void cancelAll();

private:
    void remember(QFuture<void> future);

    QThreadPool m_pool;
    std::vector<QFuture<void>> m_running;
};

}
