// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/rulepresenter.h"

#include "session/explorer.h"
#include "views/logscale.h"
#include "views/rulestrip.h"

namespace app {

namespace {
constexpr int shownDigits = 3; ///< of a fitted sigma in its field
}

RulePresenter::RulePresenter(Explorer& explorer, RuleStrip& strip, QObject* parent)
    : QObject(parent)
    , m_explorer(explorer)
    , m_strip(strip)
    , m_refresh([this] { show(); }, this)
{
    connect(&strip, &RuleStrip::ruleEdited, &explorer, &Explorer::setRule);
    connect(&strip, &RuleStrip::epsilonEdited, &explorer, &Explorer::setEpsilon);
    connect(&strip, &RuleStrip::sigmaEdited, &explorer, &Explorer::setSigma);
    connect(&strip, &RuleStrip::fitRequested, &explorer, &Explorer::fitSigma);
    for (const auto changed : {&Explorer::parametersChanged, &Explorer::numbersChanged, &Explorer::pickChanged})
        connect(&explorer, changed, &m_refresh, &Refresh::request);
}

void RulePresenter::show()
{
    if (!m_explorer.capture())
        return;
    const auto& parameters = m_explorer.parameters();
    RuleStripValues values;
    values.rule = m_explorer.rule();
    values.rowCount = m_explorer.head().rowCount;
    values.keyCount = m_explorer.head().keyCount;
    values.epsilon = parameters.epsilon;
    values.sigma = roundedToDigits(parameters.sigma, shownDigits);
    const auto* detail = m_explorer.rowDetail();
    const bool hasNumbers = detail && detail->record.state == core::RowState::Valid;
    if (hasNumbers)
        values.rowKEps = core::kEps(*detail, parameters.epsilon);
    values.canFitSigma = hasNumbers;
    if (const auto& numbers = m_explorer.headNumbers()) {
        values.p99KEps = numbers->kEps.p99;
        values.maxKEps = numbers->kEps.max;
    }
    if (parameters.sigmaSource == SigmaSource::FittedToRow) {
        if (m_explorer.pick() && (hasNumbers || !detail))
            values.fittedRow = m_explorer.pick()->row.value;
        else
            values.sigmaSource = m_explorer.pick() ? tr("row %1 has none").arg(m_explorer.pick()->row.value)
                                                   : tr("no row picked");
    }
    m_strip.setValues(values);
}

}
