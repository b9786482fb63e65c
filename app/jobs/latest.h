// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QFuture>
#include <QObject>

#include "base/result.h"

namespace app {

/// One question that is asked again and again: a newer request cancels the older one and makes its answer void.
class Latest
{
public:
    Latest();
    ~Latest();
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    /// Calls `take(core::Result<T>)` in the thread of `context`, unless a newer request or cancel() came before.
    template <typename T, typename Function>
    void follow(QFuture<core::Result<T>> future, QObject* context, Function take)
    {
        cancel();
        m_future = QFuture<void>(future);
        future.then(context, [ticket = *m_newest, newest = m_newest, take](QFuture<core::Result<T>> answer) mutable {
            if (*newest == ticket && !answer.isCanceled() && answer.resultCount() > 0)
                take(answer.takeResult());
        });
    }

    void cancel();
    /// An answer is on its way.
    bool isRunning() const { return m_future.isRunning() && !m_future.isCanceled(); }

private:
    std::shared_ptr<quint64> m_newest; ///< number of the newest request; outlives this object in the continuations
    QFuture<void> m_future;
};

}
