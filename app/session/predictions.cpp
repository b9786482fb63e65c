// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/predictions.h"

#include <algorithm>

namespace app {

Prediction Predictions::at(const Question& question)
{
    if (!m_row || m_sigma != question.sigma || m_row->keyCount() != question.keyCount) {
        m_row.emplace(question.sigma, question.keyCount);
        m_sigma = question.sigma;
        ++m_rowsMade;
    }
    const auto keys = static_cast<double>(question.keyCount);
    const double share = std::min(1.0, static_cast<double>(question.k) / keys);
    return {{core::gaussianKeptShare(question.sigma, question.epsilon).value * keys},
        {static_cast<double>(m_row->kEps(question.epsilon))},
        {share >= 1 ? 0 : core::gaussianTailMass(question.sigma, share).value}, m_row->tailMass(question.k),
        core::impliedSigma(question.kEps, question.keyCount, question.epsilon)};
}

}
