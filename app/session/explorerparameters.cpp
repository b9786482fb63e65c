// SPDX-License-Identifier: GPL-3.0-or-later
// What the sliders say, and the numbers of the selected head that follow from it.
#include "session/explorer.h"

#include <algorithm>

namespace app {

void Explorer::setK(std::size_t k)
{
    if (!capture())
        return;
    m_linked = false;
    m_parameters.k = std::clamp<std::size_t>(k, 1, head().keyCount);
    m_rule.setRule(core::TopK{m_parameters.k});
    applyParameters();
}

void Explorer::setRule(const core::Rule& rule)
{
    if (const auto* topK = std::get_if<core::TopK>(&rule)) {
        setK(topK->k);
        return;
    }
    if (!capture() || rule == this->rule())
        return;
    m_linked = false;
    m_rule.setRule(rule);
    takeRule();
}

void Explorer::takeRule()
{
    applyParameters();
    Q_EMIT activityChanged();
}

void Explorer::setEpsilon(double epsilon)
{
    m_parameters.epsilon = std::clamp(epsilon, smallestEpsilon, 1.0);
    m_linked = isTopK();
    placeLinkedK();
    applyParameters();
}

void Explorer::setSigma(double sigma)
{
    m_parameters.sigma = std::clamp(sigma, smallestSigma, largestSigma);
    m_parameters.sigmaSource = SigmaSource::SetByHand;
    Q_EMIT parametersChanged();
}

void Explorer::fitSigma()
{
    m_parameters.sigmaSource = SigmaSource::FittedToRow;
    if (const auto* detail = rowDetail(); detail && detail->record.state == core::RowState::Valid)
        m_parameters.sigma = detail->record.sigma;
    Q_EMIT parametersChanged();
}

void Explorer::setKToKEps()
{
    if (!isTopK())
        setK(m_parameters.k);
    m_linked = true;
    linkK();
}

void Explorer::linkK()
{
    const auto before = m_parameters.k;
    placeLinkedK();
    if (m_parameters.k != before)
        applyParameters();
}

void Explorer::placeLinkedK()
{
    const auto kEps = m_linked ? kEpsOfScope() : std::nullopt;
    if (!kEps)
        return;
    m_linked = !kEps->exact;
    m_parameters.k = std::clamp<std::size_t>(kEps->k, 1, head().keyCount);
    m_rule.setRule(core::TopK{m_parameters.k});
}

std::optional<ScopeKEps> Explorer::kEpsOfScope() const
{
    if (!capture() || m_heads.empty())
        return {};
    if (m_scope == core::Scope::Rows)
        return kEpsOf(rowDetail(), m_parameters.epsilon);
    if (m_scope == core::Scope::Heads && resident())
        return kEpsOf(*resident(), m_parameters.epsilon);
    return kEpsOf(partsOf(m_scope), m_parameters.epsilon);
}

void Explorer::applyParameters()
{
    m_board.setParameters(rule(), m_parameters.epsilon);
    m_spectra.setRule(preparedRule());
    refreshTruncation();
    refreshNumbers();
    Q_EMIT parametersChanged();
    Q_EMIT numbersChanged();
}

void Explorer::refreshTruncation()
{
    m_truncation.reset();
    const auto* detail = rowDetail();
    if (detail && detail->record.state == core::RowState::Valid && preparedRule())
        m_truncation = core::truncationOf(*detail, *preparedRule());
}

void Explorer::refreshNumbers()
{
    m_records.clear();
    m_numbers.reset();
    const auto* held = resident();
    if (!held || !preparedRule())
        return;
    m_records = held->at(*preparedRule(), m_pool);
    m_numbers = exactNumbers(held->rows(), m_records, held->kEps(m_parameters.epsilon), rule(), m_parameters.epsilon);
    m_board.setExact(m_place, *m_numbers);
}

std::optional<Prediction> Explorer::prediction() const
{
    const auto* detail = rowDetail();
    if (!detail || detail->record.state != core::RowState::Valid)
        return {};
    const std::size_t kept =
        truncation() ? std::max<std::size_t>(truncation()->choice.shown.size(), 1) : m_parameters.k;
    return m_predictions.at({m_parameters.sigma, detail->keys.size(), kept, m_parameters.epsilon,
        core::kEps(*detail, m_parameters.epsilon)});
}

}
