// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/certificatepresenter.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QClipboard>

#include "session/explorer.h"
#include "session/scoreerrors.h"
#include "views/certificatepanel.h"
#include "views/logscale.h"
#include "windows/certificatecontent.h"

namespace app {

namespace {

/// To three digits, as the field shows them, and never to less.
double roundedUp(double number)
{
    const double unit = std::pow(10.0, std::floor(std::log10(number)) - 2);
    return roundedToDigits(std::ceil(number / unit) * unit, 3);
}

}

CertificatePresenter::CertificatePresenter(Explorer& explorer, CertificatePanel& panel, QObject* parent)
    : QObject(parent)
    , m_explorer(explorer)
    , m_panel(panel)
    , m_ladders(explorer.jobs())
    , m_refresh([this] { show(); }, this)
{
    for (const auto changed : {&Explorer::numbersChanged, &Explorer::parametersChanged, &Explorer::rowDetailChanged,
             &Explorer::scopeChanged, &Explorer::headChanged})
        connect(&explorer, changed, &m_refresh, &Refresh::request);
    connect(&m_ladders, &RowLadders::changed, &m_refresh, &Refresh::request);
    connect(&m_ladders, &RowLadders::failed, &explorer, &Explorer::failed);
    connect(&panel, &CertificatePanel::scopeChosen, &explorer, &Explorer::setScope);
    connect(&panel, &CertificatePanel::kEpsRequested, &explorer, &Explorer::setKToKEps);
    connect(&panel, &CertificatePanel::copyRequested, this,
        [&explorer] { QApplication::clipboard()->setText(certificateText(explorer)); });
    connect(&panel, &CertificatePanel::copyTextRequested, this,
        [](const QString& text) { QApplication::clipboard()->setText(text); });
    connect(&panel.whatIf(), &WhatIfSection::deltaEdited, this, &CertificatePresenter::setDelta);
    connect(&panel.whatIf(), &WhatIfSection::presetChosen, this, &CertificatePresenter::choosePreset);
}

void CertificatePresenter::show()
{
    if (!m_explorer.capture())
        return;
    const auto row = m_explorer.isOutdated() ? std::nullopt : m_explorer.namedRow();
    if (row)
        m_ladders.request(row->detail, row->truncation.choice.shown);
    else
        m_ladders.request(nullptr, {});
    m_panel.setValues(certificateContent(m_explorer, {row, m_ladders.tailMass(), m_ladders.output(), m_delta}));
}

void CertificatePresenter::setDelta(double delta)
{
    m_delta = delta;
    m_refresh.request();
}

void CertificatePresenter::choosePreset(ScoreErrorPreset preset)
{
    const auto row = m_explorer.namedRow();
    if (!row)
        return;
    const auto delta = preset == ScoreErrorPreset::Bf16Kernel ? bf16ScoreError(*row->detail)
                                                              : eightBitKeyError(*m_explorer.headRows(), row->row);
    if (delta)
        setDelta(roundedUp(std::clamp(*delta, smallestDelta, largestDelta)));
}

}
