// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include <QObject>
#include <QTimer>

#include "capture/capture.h"
#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "spectrum/singularvalues.h"

namespace app {

/// Singular values of the selected head: of the whole matrix, once per head, and of what the rule keeps, after it
/// stood still.
class Spectra : public QObject
{
    Q_OBJECT

public:
    Spectra(Jobs& jobs, core::ThreadPool& pool, QObject* parent = nullptr);

    void clear();
    void select(const core::HeadId& id, std::shared_ptr<const core::HeadRows> rows);
    /// Absent: no rule is ready.
    void setRule(const std::optional<core::PreparedRule>& rule);

    /// Null until computed.
    const core::Spectrum* whole() const;
    /// For the present rule; null while that is being computed.
    const core::Spectrum* kept() const { return m_kept ? &*m_kept : nullptr; }
    bool isRunning() const { return m_wholeJob.isRunning() || m_keptJob.isRunning(); }
    void stop();
    bool isStopped() const { return m_stopped; } ///< before all was computed
    /// Begins again after stop().
    void resume();

Q_SIGNALS:
    void changed();
    void failed(const core::Error& error);

private:
    void cancel();
    void computeWhole();
    void computeKept();
    using Take = std::function<void(core::Result<core::Spectrum>)>;
    Job start(std::optional<core::PreparedRule> kept, Take take);

    Jobs& m_jobs;
    core::ThreadPool& m_pool;
    core::HeadId m_id;
    std::shared_ptr<const core::HeadRows> m_rows;
    std::map<core::HeadId, core::Spectrum> m_whole;
    std::optional<core::Spectrum> m_kept;
    std::optional<core::PreparedRule> m_rule;
    Latest m_wholeJob;
    Latest m_keptJob;
    bool m_stopped = false;
    QTimer m_settled;
};

}
