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
    applyParameters();
}

void Explorer::setEpsilon(double epsilon)
{
    m_parameters.epsilon = std::clamp(epsilon, smallestEpsilon, 1.0);
    m_linked = true;
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
    m_board.setParameters(m_parameters.k, m_parameters.epsilon);
    m_spectra.setK(m_parameters.k);
    refreshNumbers();
    Q_EMIT parametersChanged();
    Q_EMIT numbersChanged();
}

void Explorer::refreshNumbers()
{
    m_records.clear();
    m_numbers.reset();
    const auto* held = resident();
    if (!held)
        return;
    m_records = held->at(core::TopK{m_parameters.k}, m_pool);
    m_numbers =
        exactNumbers(held->rows(), m_records, held->kEps(m_parameters.epsilon), m_parameters.k, m_parameters.epsilon);
    m_board.setExact(m_place, *m_numbers);
}

std::optional<Prediction> Explorer::prediction() const
{
    const auto* detail = rowDetail();
    if (!detail || detail->record.state != core::RowState::Valid)
        return {};
    return m_predictions.at({m_parameters.sigma, detail->keys.size(), m_parameters.k, m_parameters.epsilon,
        core::kEps(*detail, m_parameters.epsilon)});
}

}
