// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>
#include <QTimer>

#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "study/rowdetail.h"

namespace app {

/// The ladders of bounds of one row for one kept set. What costs less than a frame is there at once; the rest, such as
/// the diameter of many values, is computed in the background once it has stood still.
class RowLadders : public QObject
{
    Q_OBJECT

public:
    explicit RowLadders(Jobs& jobs, QObject* parent = nullptr);

    /// `row` may be null: then there is no ladder. The same question again costs nothing.
    void request(const std::shared_ptr<const core::RowDetail>& row, const core::KeptSet& kept);
    /// Of what was requested last; null while it is being computed.
    const std::vector<core::LadderBound>* tailMass() const { return m_hasTailMass ? &m_ladder.tailMass : nullptr; }
    const core::OutputLadder* output() const { return m_hasOutput ? &m_ladder.output : nullptr; }

Q_SIGNALS:
    void changed(); ///< a ladder from the background is there
    void failed(const core::Error& error);

private:
    void start();

    Jobs& m_jobs;
    Latest m_job;
    std::shared_ptr<const core::RowDetail> m_row;
    core::KeptSet m_kept;
    core::RowLadder m_ladder;
    bool m_hasTailMass = false;
    bool m_hasOutput = false;
    QTimer m_settled;
};

/// Multiplications and exponentials of either ladder, roughly.
double tailLadderCost(const core::RowDetail& row);
double outputLadderCost(const core::RowDetail& row, const core::KeptSet& kept);

}
