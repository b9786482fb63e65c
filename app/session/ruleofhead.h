// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "capture/capture.h"
#include "compute/backend.h"
#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "truncation/preparedrule.h"

namespace app {

/// The present rule, ready for the selected head. Most rules are ready at once; masks are read and blocks weighed in
/// the background. A new number of blocks is ready at once too.
class RuleOfHead : public QObject
{
    Q_OBJECT

public:
    RuleOfHead(Jobs& jobs, core::ThreadPool& pool, QObject* parent = nullptr);

    /// `resident` may be null: then blocks are weighed from the dump.
    void select(std::shared_ptr<const core::Capture> capture, const core::HeadInfo& head,
        std::shared_ptr<const core::ResidentHead> resident);
    void clear();
    void setRule(const core::Rule& rule);

    const core::Rule& rule() const { return m_rule; }
    /// Absent while it is being prepared, and when it cannot be.
    const std::optional<core::PreparedRule>& prepared() const { return m_prepared; }
    bool isRunning() const { return m_preparing.isRunning(); }

Q_SIGNALS:
    void changed(); ///< it became ready in the background
    void failed(const core::Error& error);

private:
    struct Weighed
    {
        core::BlockTop shape;
        core::BlockMasses masses;
    };
    /// What the background found: masses where the rule is of blocks.
    struct Found
    {
        std::optional<core::PreparedRule> rule;
        std::shared_ptr<const Weighed> weighed;
    };

    void prepare();
    bool fromMasses();
    void start();
    void take(core::Result<Found> found);

    Jobs& m_jobs;
    core::ThreadPool& m_pool;
    std::shared_ptr<const core::Capture> m_capture;
    core::HeadInfo m_head;
    std::shared_ptr<const core::ResidentHead> m_resident;
    core::Rule m_rule = core::TopK{1};
    std::optional<core::PreparedRule> m_prepared;
    std::shared_ptr<const Weighed> m_weighed; ///< of the selected head
    Latest m_preparing;
};

}
