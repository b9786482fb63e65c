// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/selectedhead.h"

namespace app {

namespace {
constexpr std::size_t residentBytes = std::size_t{2} << 30U;
/// Rows up to this many keys are answered within the frame.
constexpr std::size_t immediateKeys = 4096;
}

SelectedHead::SelectedHead(Jobs& jobs, core::Backend& backend, core::ThreadPool& pool, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_backend(backend)
    , m_pool(pool)
    , m_residents(residentBytes)
{
}

void SelectedHead::clear()
{
    m_holding.cancel();
    forgetRows();
    m_residents.clear();
    m_resident.reset();
    m_rows.reset();
    m_info = {};
}

void SelectedHead::forgetRows()
{
    m_detailing.cancel();
    m_otherDetailing.cancel();
    m_detail.reset();
    m_other.reset();
    m_otherRow.reset();
    m_stopped = false;
}

void SelectedHead::select(const core::Capture& capture, const core::HeadInfo& info)
{
    m_holding.cancel();
    forgetRows();
    m_info = info;
    m_resident.reset();
    m_rows.reset();
    auto rows = capture.rows(info.id);
    if (!rows) {
        Q_EMIT failed(rows.error());
        return;
    }
    m_rows = std::move(*rows);
    m_resident = m_residents.find(info.id);
    if (!m_resident)
        prepare();
    Q_EMIT residentChanged();
}

void SelectedHead::stop()
{
    m_stopped = m_stopped || m_holding.isRunning();
    m_holding.cancel();
    Q_EMIT progressChanged();
}

void SelectedHead::prepare()
{
    if (!m_rows)
        return;
    m_stopped = false;
    auto work = [rows = m_rows, backend = &m_backend, pool = &m_pool](const core::Progress& progress) {
        core::Work context{*pool, progress, {residentBytes}};
        return backend->hold(*rows, context);
    };
    using Held = std::shared_ptr<const core::ResidentHead>;
    m_holding = m_jobs.start<Held>(this, std::move(work), [this, id = m_info.id](core::Result<Held> held) {
        if (held) {
            m_resident = std::move(*held);
            m_residents.insert(id, m_resident);
        } else {
            Q_EMIT failed(held.error());
        }
        Q_EMIT residentChanged();
        Q_EMIT progressChanged();
    });
    Q_EMIT progressChanged();
}

void SelectedHead::setRow(core::RowIndex row)
{
    m_detailing.cancel();
    if (!m_rows || row.value >= m_rows->rowCount())
        return;
    if (m_rows->keyCount() <= immediateKeys) {
        takeDetail(core::rowDetail(*m_rows, row));
        return;
    }
    m_detailing = startDetail(row, [this](core::Result<core::RowDetail> detail) { takeDetail(std::move(detail)); });
}

Job SelectedHead::startDetail(core::RowIndex row, std::function<void(core::Result<core::RowDetail>)> take)
{
    return m_jobs.start<core::RowDetail>(
        this, [rows = m_rows, row](const core::Progress&) { return core::rowDetail(*rows, row); }, std::move(take));
}

void SelectedHead::clearRow()
{
    m_detailing.cancel();
    m_detail.reset();
    Q_EMIT detailChanged();
}

std::shared_ptr<const core::RowDetail> SelectedHead::detailOf(core::RowIndex row)
{
    if (!m_rows || m_otherRow == row)
        return m_other;
    m_otherDetailing.cancel();
    m_otherRow = row;
    m_other.reset();
    if (m_rows->keyCount() > immediateKeys) {
        m_otherDetailing = startDetail(row, [this](core::Result<core::RowDetail> detail) {
            if (detail)
                m_other = std::make_shared<const core::RowDetail>(std::move(*detail));
            Q_EMIT otherDetailChanged();
        });
    } else if (auto detail = core::rowDetail(*m_rows, row)) {
        m_other = std::make_shared<const core::RowDetail>(std::move(*detail));
    }
    return m_other;
}

void SelectedHead::takeDetail(core::Result<core::RowDetail> detail)
{
    m_detail.reset();
    if (detail)
        m_detail = std::make_shared<const core::RowDetail>(std::move(*detail));
    else
        Q_EMIT failed(detail.error());
    Q_EMIT detailChanged();
}

}
