// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/spectra.h"

namespace app {

namespace {
constexpr int settleMs = 400;
}

Spectra::Spectra(Jobs& jobs, core::ThreadPool& pool, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_pool(pool)
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleMs);
    connect(&m_settled, &QTimer::timeout, this, &Spectra::computeKept);
}

void Spectra::clear()
{
    cancel();
    m_whole.clear();
    m_kept.reset();
    m_rows.reset();
    m_stopped = false;
}

void Spectra::stop()
{
    m_stopped = m_stopped || isRunning() || m_settled.isActive();
    cancel();
    Q_EMIT changed();
}

void Spectra::cancel()
{
    m_settled.stop();
    m_wholeJob.cancel();
    m_keptJob.cancel();
}

void Spectra::select(const core::HeadId& id, std::shared_ptr<const core::HeadRows> rows)
{
    cancel();
    m_id = id;
    m_rows = std::move(rows);
    m_kept.reset();
    resume();
    Q_EMIT changed();
}

void Spectra::resume()
{
    m_stopped = false;
    if (m_rows && whole())
        m_settled.start();
    else if (m_rows)
        computeWhole();
}

void Spectra::setRule(const std::optional<core::PreparedRule>& rule)
{
    if (rule == m_rule)
        return;
    m_rule = rule;
    m_keptJob.cancel();
    if (m_kept) {
        m_kept.reset();
        Q_EMIT changed();
    }
    if (m_rows && whole())
        m_settled.start();
}

const core::Spectrum* Spectra::whole() const
{
    const auto found = m_whole.find(m_id);
    return m_rows && found != m_whole.end() ? &found->second : nullptr;
}

void Spectra::computeWhole()
{
    m_wholeJob = start({}, [this](core::Result<core::Spectrum> spectrum) {
        if (!spectrum) {
            Q_EMIT failed(spectrum.error());
            return;
        }
        m_whole.insert_or_assign(m_id, std::move(*spectrum));
        m_settled.start();
        Q_EMIT changed();
    });
}

void Spectra::computeKept()
{
    if (!m_rows || !m_rule)
        return;
    m_keptJob = start(m_rule, [this](core::Result<core::Spectrum> spectrum) {
        if (!spectrum) {
            Q_EMIT failed(spectrum.error());
            return;
        }
        m_kept = std::move(*spectrum);
        Q_EMIT changed();
    });
}

Job Spectra::start(std::optional<core::PreparedRule> kept, Take take)
{
    auto work = [rows = m_rows, kept = std::move(kept), pool = &m_pool](const core::Progress& progress) {
        core::SpectrumRequest request;
        const bool isSmall =
            rows->keyCount() <= core::completeSpectrumLimit && rows->rowCount() <= core::completeSpectrumLimit;
        request.top = isSmall ? 0 : 32;
        request.kept = kept ? &*kept : nullptr;
        core::Work context{*pool, progress, {}};
        return core::singularValues(*rows, request, context);
    };
    return m_jobs.start<core::Spectrum>(this, std::move(work), std::move(take));
}

}
