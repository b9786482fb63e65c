// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "compute/backend.h"
#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "session/headnumbers.h"

namespace app {

/// The background study of all heads: each head's curves once, then exact numbers for those heads that the present
/// rule and epsilon need them for. One head at a time, the selected one first; every answer is taken as it comes.
class StudyBoard : public QObject
{
    Q_OBJECT

public:
    StudyBoard(Jobs& jobs, core::Backend& backend, core::ThreadPool& pool, QObject* parent = nullptr);

    void start(std::shared_ptr<const core::Capture> capture, std::vector<core::HeadInfo> heads);
    void clear();
    void stop();
    void resume();
    bool isStopped() const { return m_stopped; } ///< before all was known
    bool isRunning() const { return m_latest.isRunning(); }

    void setParameters(const core::Rule& rule, double epsilon);
    /// The head that is studied before all others.
    void setFirst(std::size_t place);
    /// Numbers that someone else knows at the present rule and epsilon.
    void setExact(std::size_t place, ExactNumbers numbers);

    std::size_t headCount() const { return m_heads.size(); }
    std::size_t studiedCount() const;
    /// Null until the head has been studied.
    const core::HeadResult* study(std::size_t place) const;
    const HeadNumbers* numbers(std::size_t place) const;
    /// Share of the heads that are studied, with the one at work.
    double progress() const;

Q_SIGNALS:
    void headChanged(std::size_t place); ///< its study or its exact numbers arrived
    void progressChanged();
    void failed(const core::Error& error);

private:
    struct Head
    {
        core::HeadInfo info;
        std::optional<core::HeadResult> study;
        std::optional<ExactNumbers> exact;
        HeadNumbers numbers;
    };
    enum class Task { Study, Refine };

    void place(Head& head, double epsilonBefore);
    void next();
    std::optional<std::size_t> unstudied() const;
    std::optional<std::size_t> unrefined() const;
    bool hasWork() const;
    bool needsRefinement(const Head& head) const;
    /// A refinement answers for the present rule, prepared for the head.
    void run(std::size_t place, Task task, core::StatisticsRequest request);
    void take(std::size_t place, Task task, core::Result<core::HeadResult> answer);

    Jobs& m_jobs;
    core::Backend& m_backend;
    core::ThreadPool& m_pool;
    std::shared_ptr<const core::Capture> m_capture;
    core::StatisticsRequest m_gridRequest;
    std::vector<Head> m_heads;
    std::size_t m_first = 0;
    core::Rule m_rule = core::TopK{1};
    double m_epsilon = 0.01;
    Task m_task = Task::Study;
    bool m_stopped = false;
    std::optional<core::Rule> m_refused; ///< a rule that could not be prepared for some head: not tried again
    Latest m_latest;
    QTimer m_settled; ///< refinement waits until the parameters have stood still
};

}
