// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/studyboard.h"

#include <algorithm>
#include <cmath>

#include "bounds/certificate.h"
#include "study/rulepreparer.h"

namespace app {

namespace {
constexpr int settleMs = 250;
}

StudyBoard::StudyBoard(Jobs& jobs, core::Backend& backend, core::ThreadPool& pool, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs)
    , m_backend(backend)
    , m_pool(pool)
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleMs);
    connect(&m_settled, &QTimer::timeout, this, &StudyBoard::next);
}

void StudyBoard::start(std::shared_ptr<const core::Capture> capture, std::vector<core::HeadInfo> heads)
{
    clear();
    m_capture = std::move(capture);
    m_gridRequest = gridRequest(heads);
    for (auto& info : heads)
        m_heads.push_back({std::move(info), {}, {}, {}});
    next();
}

void StudyBoard::clear()
{
    m_latest.cancel();
    m_capture.reset();
    m_heads.clear();
    m_first = 0;
    m_stopped = false;
}

void StudyBoard::stop()
{
    m_stopped = hasWork();
    m_latest.cancel();
    Q_EMIT progressChanged();
}

void StudyBoard::resume()
{
    m_stopped = false;
    next();
    Q_EMIT progressChanged();
}

void StudyBoard::setParameters(const core::Rule& rule, double epsilon)
{
    const auto epsilonBefore = m_epsilon;
    if (m_refused != rule)
        m_refused.reset();
    m_rule = rule;
    m_epsilon = epsilon;
    for (auto& head : m_heads)
        place(head, epsilonBefore);
    if (m_task == Task::Refine)
        m_latest.cancel();
    m_settled.start();
}

void StudyBoard::setFirst(std::size_t place)
{
    m_first = place;
}

void StudyBoard::setExact(std::size_t index, ExactNumbers numbers)
{
    auto& head = m_heads.at(index);
    head.exact = std::move(numbers);
    place(head, std::nan(""));
}

/// `epsilonBefore`: what the head's k_eps were for; NaN when they have to be done anew.
void StudyBoard::place(Head& head, double epsilonBefore)
{
    if (!head.study)
        return;
    placeTailMass(head.numbers, *head.study, head.exact, m_rule);
    if (epsilonBefore != m_epsilon)
        placeKEps(head.numbers, *head.study, head.exact, m_epsilon);
    placeRowsHolding(head.numbers, *head.study, head.exact, m_rule, m_epsilon);
}

std::size_t StudyBoard::studiedCount() const
{
    return static_cast<std::size_t>(
        std::count_if(m_heads.begin(), m_heads.end(), [](const Head& head) { return head.study.has_value(); }));
}

const core::HeadResult* StudyBoard::study(std::size_t place) const
{
    return place < m_heads.size() && m_heads[place].study ? &*m_heads[place].study : nullptr;
}

const HeadNumbers* StudyBoard::numbers(std::size_t place) const
{
    return study(place) ? &m_heads[place].numbers : nullptr;
}

double StudyBoard::progress() const
{
    if (m_heads.empty())
        return 1;
    const auto atWork = isRunning() && m_task == Task::Study ? m_latest.progress() : 0.0;
    return (static_cast<double>(studiedCount()) + atWork) / static_cast<double>(m_heads.size());
}

void StudyBoard::next()
{
    if (!m_capture || m_stopped || m_latest.isRunning())
        return;
    if (const auto place = unstudied()) {
        run(*place, Task::Study, m_gridRequest);
    } else if (const auto rough = unrefined(); rough && !m_settled.isActive() && !m_refused) {
        core::StatisticsRequest request;
        request.epsilons = {m_epsilon};
        run(*rough, Task::Refine, std::move(request));
    }
    Q_EMIT progressChanged();
}

std::optional<std::size_t> StudyBoard::unstudied() const
{
    if (m_first < m_heads.size() && !m_heads[m_first].study)
        return m_first;
    const auto found = std::find_if(m_heads.begin(), m_heads.end(), [](const Head& head) { return !head.study; });
    if (found == m_heads.end())
        return {};
    return static_cast<std::size_t>(found - m_heads.begin());
}

std::optional<std::size_t> StudyBoard::unrefined() const
{
    const auto found =
        std::find_if(m_heads.begin(), m_heads.end(), [this](const Head& head) { return needsRefinement(head); });
    if (found == m_heads.end())
        return {};
    return static_cast<std::size_t>(found - m_heads.begin());
}

bool StudyBoard::hasWork() const
{
    return unstudied() || (unrefined() && !m_refused);
}

bool StudyBoard::needsRefinement(const Head& head) const
{
    const auto& numbers = head.numbers;
    return !numbers.kEpsExact || !numbers.tailMassKnown
        || (!numbers.tailMassExact && core::decide(numbers.maximum, m_epsilon) == core::Verdict::Undecided);
}

void StudyBoard::run(std::size_t place, Task task, core::StatisticsRequest request)
{
    m_task = task;
    auto work = [capture = m_capture, info = m_heads[place].info, request = std::move(request), rule = m_rule, task,
                    backend = &m_backend,
                    pool = &m_pool](const core::Progress& progress) mutable -> core::Result<core::HeadResult> {
        std::optional<core::HeadResult> result;
        core::Work context{*pool, progress, {}};
        if (task == Task::Refine) {
            auto ready = core::RulePreparer::of(*capture, rule).and_then([&](core::RulePreparer preparer) {
                return preparer.forHead(info, {}, context);
            });
            if (!ready)
                return tl::unexpected<core::Error>(ready.error());
            request.rule = std::move(*ready);
        }
        const auto done =
            core::studyHeads(*capture, {info}, request, *backend, context, [&result](core::HeadResult answer) {
                result = std::move(answer);
                return true;
            });
        if (!done)
            return tl::unexpected<core::Error>(done.error());
        return std::move(*result);
    };
    m_latest = m_jobs.start<core::HeadResult>(this, std::move(work),
        [this, place, task](core::Result<core::HeadResult> answer) { take(place, task, std::move(answer)); });
}

void StudyBoard::take(std::size_t index, Task task, core::Result<core::HeadResult> answer)
{
    if (!answer) {
        const bool isOfRule = task == Task::Refine && answer.error().code == core::ErrorCode::BadRequest;
        m_stopped = !isOfRule;
        if (isOfRule)
            m_refused = m_rule;
        Q_EMIT failed(answer.error());
        Q_EMIT progressChanged();
        return;
    }
    auto& head = m_heads[index];
    if (task == Task::Study) {
        head.study = std::move(*answer);
    } else {
        head.exact = exactNumbers(*answer->reply, m_rule, m_epsilon);
    }
    place(head, std::nan(""));
    Q_EMIT headChanged(index);
    next();
}

}
