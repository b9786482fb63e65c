// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/rowladders.h"

namespace app {

namespace {
constexpr double immediateCost = 2e6; ///< a few milliseconds
constexpr double passesOverKeys = 12;
constexpr double passesOverValues = 8;
}

double ladderCost(const core::RowDetail& row, std::size_t k)
{
    const auto keys = static_cast<double>(row.keys.size());
    const double tail = passesOverKeys * keys;
    if (!row.values)
        return tail;
    const auto kept = std::min(static_cast<double>(k), keys);
    const auto dimensions = static_cast<double>(row.values->columns);
    const double diameter = kept * (keys - kept) * dimensions;
    return tail + passesOverValues * keys * dimensions + (diameter <= core::diameterLimit ? diameter : 0);
}

RowLadders::RowLadders(Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
{
}

void RowLadders::request(const std::shared_ptr<const core::RowDetail>& row, std::size_t k)
{
    if (row == m_row && k == m_k)
        return;
    m_job.cancel();
    m_row = row;
    m_k = k;
    m_known = false;
    if (!row || row->record.state != core::RowState::Valid)
        return;
    if (ladderCost(*row, k) <= immediateCost) {
        m_ladder = core::ladderAt(*row, k);
        m_known = true;
        return;
    }
    const auto work = [row, k](
                          const core::Progress&) -> core::Result<core::RowLadder> { return core::ladderAt(*row, k); };
    m_job = m_jobs.start<core::RowLadder>(this, work, [this](core::Result<core::RowLadder> ladder) {
        if (!ladder) {
            Q_EMIT failed(ladder.error());
            return;
        }
        m_ladder = std::move(*ladder);
        m_known = true;
        Q_EMIT changed();
    });
}

}
