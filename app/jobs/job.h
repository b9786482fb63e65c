// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <new>

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include "base/progress.h"
#include "base/result.h"

namespace app {

/// Steps in which a job's progress is counted; smaller ones are not passed on, so that they do not flood the receiver.
inline constexpr int progressSteps = 1000;

/// Progress that is shown by `show` (0 ... progressSteps) and goes on until `stopped` says so.
core::Progress throttledProgress(std::function<void(int)> show, std::function<bool()> stopped);

/// Runs `work(progress)` on a thread of `pool`; it returns core::Result<T>. Cancelling the future makes the progress
/// answer "stop", and a cancelled job has no result. Running out of memory becomes an error like any other.
template <typename T, typename Function>
QFuture<core::Result<T>> startJob(QThreadPool& pool, Function work)
{
    auto promise = std::make_shared<QPromise<core::Result<T>>>();
    auto future = promise->future();
    promise->setProgressRange(0, progressSteps);
    promise->start();
    pool.start([promise, work = std::move(work)]() mutable {
        if (!promise->isCanceled()) {
            const auto progress = throttledProgress([&promise](int step) { promise->setProgressValue(step); },
                [&promise] { return promise->isCanceled(); });
            try {
                promise->addResult(work(progress));
            } catch (const std::bad_alloc&) {
                promise->addResult(core::Result<T>(core::failure(core::ErrorCode::OutOfMemory,
                    "failed to go on: not enough memory", "close other programs or open a smaller dump")));
            }
        }
        promise->finish();
    });
    return future;
}

}
