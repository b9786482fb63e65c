// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QObject>

#include "jobs/jobs.h"
#include "jobs/latest.h"
#include "session/residents.h"
#include "study/rowdetail.h"

namespace app {

/// The head on the screen: its rows, itself held for scrubbing, and everything about its selected row.
class SelectedHead : public QObject
{
    Q_OBJECT

public:
    SelectedHead(Jobs& jobs, core::Backend& backend, core::ThreadPool& pool, QObject* parent = nullptr);

    /// Forgets the heads of another dump.
    void clear();
    void select(const core::Capture& capture, const core::HeadInfo& info);
    void setRow(core::RowIndex row);
    void clearRow();

    const core::HeadInfo& info() const { return m_info; }
    const std::shared_ptr<const core::HeadRows>& rows() const { return m_rows; }
    /// Null while it is being prepared, or when it does not fit into memory.
    const std::shared_ptr<const core::ResidentHead>& resident() const { return m_resident; }
    /// Null while it is being computed. Its record says whether the row has numbers at all.
    const std::shared_ptr<const core::RowDetail>& detail() const { return m_detail; }
    /// Everything about some row, kept until another is asked for. Null for rows too long to answer within the frame,
    /// until otherDetailChanged().
    std::shared_ptr<const core::RowDetail> detailOf(core::RowIndex row);
    bool isPreparing() const { return m_holding.isRunning(); }
    double progress() const { return m_holding.progress(); }
    void stop();
    bool isStopped() const { return m_stopped; } ///< before the head was prepared
    /// Begins again after stop().
    void prepare();

Q_SIGNALS:
    void residentChanged();
    void detailChanged();
    void otherDetailChanged();
    void progressChanged();
    void failed(const core::Error& error);

private:
    void forgetRows();
    Job startDetail(core::RowIndex row, std::function<void(core::Result<core::RowDetail>)> take);
    void takeDetail(core::Result<core::RowDetail> detail);

    Jobs& m_jobs;
    core::Backend& m_backend;
    core::ThreadPool& m_pool;
    core::HeadInfo m_info;
    std::shared_ptr<const core::HeadRows> m_rows;
    Residents m_residents;
    std::shared_ptr<const core::ResidentHead> m_resident;
    std::shared_ptr<const core::RowDetail> m_detail;
    std::shared_ptr<const core::RowDetail> m_other; ///< of m_otherRow
    std::optional<core::RowIndex> m_otherRow; ///< the row that was asked for last
    bool m_stopped = false;
    Latest m_holding;
    Latest m_detailing;
    Latest m_otherDetailing;
};

}
