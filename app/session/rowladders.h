// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>

#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "study/rowdetail.h"

namespace app {

/// The ladder of bounds of one row at one k: at once where it costs less than a frame, else in the background, as the
/// diameter of many values does.
class RowLadders : public QObject
{
    Q_OBJECT

public:
    explicit RowLadders(Jobs& jobs, QObject* parent = nullptr);

    /// `row` may be null: then there is no ladder. The same question again costs nothing.
    void request(const std::shared_ptr<const core::RowDetail>& row, std::size_t k);
    /// Of what was requested last; null while it is being computed.
    const core::RowLadder* ladder() const { return m_known ? &m_ladder : nullptr; }

Q_SIGNALS:
    void changed(); ///< a ladder from the background is there
    void failed(const core::Error& error);

private:
    Jobs& m_jobs;
    Latest m_job;
    std::shared_ptr<const core::RowDetail> m_row;
    std::size_t m_k = 0;
    core::RowLadder m_ladder;
    bool m_known = false;
};

/// Multiplications and exponentials, roughly.
double ladderCost(const core::RowDetail& row, std::size_t k);

}
