// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/ruleofhead.h"

#include "study/rulepreparer.h"

namespace app {

namespace {

bool sameShape(const core::BlockTop& a, const core::BlockTop& b)
{
    return a.queries == b.queries && a.keys == b.keys;
}

}

RuleOfHead::RuleOfHead(Jobs& jobs, core::ThreadPool& pool, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_pool(pool)
{
}

void RuleOfHead::select(std::shared_ptr<const core::Capture> capture, const core::HeadInfo& head,
    std::shared_ptr<const core::ResidentHead> resident)
{
    const bool sameHead = capture == m_capture && head.id == m_head.id;
    m_capture = std::move(capture);
    m_head = head;
    m_resident = std::move(resident);
    if (!sameHead)
        m_weighed.reset();
    if (!sameHead || (!m_prepared && !isRunning()))
        prepare();
}

void RuleOfHead::clear()
{
    m_preparing.cancel();
    m_capture.reset();
    m_resident.reset();
    m_prepared.reset();
    m_weighed.reset();
}

void RuleOfHead::setRule(const core::Rule& rule)
{
    if (rule == m_rule && m_prepared)
        return;
    m_rule = rule;
    prepare();
}

void RuleOfHead::prepare()
{
    m_preparing.cancel();
    m_prepared.reset();
    const bool isOfRow =
        !std::holds_alternative<core::BlockTop>(m_rule) && !std::holds_alternative<core::ImportedMask>(m_rule);
    if (isOfRow)
        m_prepared = core::PreparedRule(m_rule);
    else if (m_capture && !fromMasses())
        start();
}

bool RuleOfHead::fromMasses()
{
    const auto* blocks = std::get_if<core::BlockTop>(&m_rule);
    if (!blocks || !m_weighed || !sameShape(*blocks, m_weighed->shape))
        return false;
    m_prepared = core::PreparedRule(m_rule, m_weighed->masses.best(blocks->count));
    return true;
}

void RuleOfHead::start()
{
    auto work = [capture = m_capture, head = m_head, resident = m_resident, rule = m_rule, pool = &m_pool](
                    const core::Progress& progress) -> core::Result<Found> {
        const auto* blocks = std::get_if<core::BlockTop>(&rule);
        if (blocks && resident)
            return Found{{}, std::make_shared<const Weighed>(Weighed{*blocks, resident->blockMasses(*blocks, *pool)})};
        core::Work context{*pool, progress, {}};
        auto preparer = core::RulePreparer::of(*capture, rule);
        if (!preparer)
            return tl::unexpected<core::Error>(preparer.error());
        return preparer->forHead(head, {}, context).map([](core::PreparedRule ready) {
            return Found{std::move(ready), nullptr};
        });
    };
    m_preparing =
        m_jobs.start<Found>(this, std::move(work), [this](core::Result<Found> found) { take(std::move(found)); });
}

void RuleOfHead::take(core::Result<Found> found)
{
    if (!found) {
        Q_EMIT failed(found.error());
        return;
    }
    m_weighed = found->weighed;
    if (m_weighed)
        fromMasses();
    else
        m_prepared = std::move(found->rule);
    Q_EMIT changed();
}

}
