// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/rowladders.h"

#include <algorithm>

namespace app {

namespace {
constexpr double immediateCost = 2e6; ///< a few milliseconds
constexpr double passesOverKeys = 12;
constexpr double passesOverValues = 8;
constexpr int settleMs = 150;
}

double tailLadderCost(const core::RowDetail& row)
{
    return passesOverKeys * static_cast<double>(row.keys.size());
}

double outputLadderCost(const core::RowDetail& row, const core::KeptSet& set)
{
    if (!row.values)
        return 0;
    const auto keys = static_cast<double>(row.keys.size());
    const auto kept = std::min(static_cast<double>(set.size()), keys);
    const auto dimensions = static_cast<double>(row.values->columns);
    const double diameter = kept * (keys - kept) * dimensions;
    return passesOverValues * keys * dimensions + (diameter <= core::diameterLimit ? diameter : 0);
}

RowLadders::RowLadders(Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleMs);
    connect(&m_settled, &QTimer::timeout, this, &RowLadders::start);
}

void RowLadders::request(const std::shared_ptr<const core::RowDetail>& row, const core::KeptSet& kept)
{
    if (row == m_row && kept == m_kept)
        return;
    m_job.cancel();
    m_settled.stop();
    m_row = row;
    m_kept = kept;
    m_hasTailMass = m_hasOutput = false;
    if (!row || row->record.state != core::RowState::Valid)
        return;
    const double tailMass = tailLadderCost(*row);
    if (tailMass + outputLadderCost(*row, kept) <= immediateCost) {
        m_ladder = core::ladderAt(*row, kept);
        m_hasTailMass = m_hasOutput = true;
        return;
    }
    if (tailMass <= immediateCost) {
        m_ladder.tailMass = core::tailMassLadderAt(*row, kept);
        m_hasTailMass = true;
    }
    m_settled.start();
}

void RowLadders::start()
{
    const auto work = [row = m_row, kept = m_kept](const core::Progress&) -> core::Result<core::RowLadder> {
        return core::ladderAt(*row, kept);
    };
    m_job = m_jobs.start<core::RowLadder>(this, work, [this](core::Result<core::RowLadder> ladder) {
        if (!ladder) {
            Q_EMIT failed(ladder.error());
            return;
        }
        m_ladder = std::move(*ladder);
        m_hasTailMass = m_hasOutput = true;
        Q_EMIT changed();
    });
}

}
