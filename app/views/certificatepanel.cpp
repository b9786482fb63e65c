// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/certificatepanel.h"

#include "views/budgetlines.h"
#include "views/kepsblock.h"
#include "views/linkbutton.h"
#include "views/note.h"
#include "views/numbertext.h"
#include "views/rowgrid.h"
#include "views/rowsbar.h"
#include "views/section.h"
#include "views/snapscrollarea.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace app {

namespace {

constexpr int padding = 12;
constexpr int fullDigits = 17;

TextRun label(const QString& text)
{
    return {text, Tone::Label};
}

QPushButton* titleButton(const QString& text, const QString& accessibleName, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("controlSize", QStringLiteral("title"));
    button->setAccessibleName(accessibleName);
    button->setToolTip(accessibleName);
    return button;
}

QString sigmaText(double sigma)
{
    return decimalText(sigma, 3, Rounding::Nearest);
}

QString fullInterval(const core::Interval& value)
{
    return QStringLiteral("[%1, %2]")
        .arg(decimalText(value.lower, fullDigits, Rounding::Down), decimalText(value.upper, fullDigits, Rounding::Up));
}

/// The formula is for many keys and knows no smallest number of them.
double atLeastOneKey(double keys)
{
    return keys < 1 ? 1 : keys;
}

/// A verdict needs one end only; without one both ends are shown.
QString endText(const core::Interval& value, Judgement judgement)
{
    return judgement == Judgement::Undecided ? intervalText(value) : atMostText(value.upper);
}

}

CertificatePanel::CertificatePanel(QWidget* parent)
    : QWidget(parent)
    , m_scopes(new ScopeButtons(this))
    , m_card(new VerdictCard(this))
    , m_undecided(new UndecidedSection(this))
    , m_divergences(new Section(tr("Divergences"), NumberKind::Exact, this))
    , m_divergenceRows(new RowGrid(RowGrid::Columns::TwoIfTheyFit, this))
    , m_digits(new RowGrid(RowGrid::Columns::One, this))
    , m_bounds(new Section(tr("Cheaper bounds on τ"), NumberKind::Bound, this))
    , m_ladder(new BoundLadder(this))
    , m_ladderNote(new Note({}, this))
    , m_outputError(new OutputErrorSection(this))
    , m_kEps(new Section(tr("k_eps"), NumberKind::Exact, this))
    , m_kEpsBlock(new KEpsBlock(this))
    , m_worstRow(new Section(tr("Worst row"), std::nullopt, this))
    , m_worstRowLink(new LinkButton(this))
    , m_worstRowTau(new TextLine(this))
    , m_rows(new Section(tr("Rows"), std::nullopt, this))
    , m_rowsBar(new RowsBar(this))
    , m_budget(new Section(tr("Budget"), std::nullopt, this))
    , m_budgetRows(new RowGrid(RowGrid::Columns::One, this))
    , m_prediction(new Section(tr("Score model"), NumberKind::Prediction, this))
    , m_predictionRows(new RowGrid(RowGrid::Columns::One, this))
    , m_whatIf(new WhatIfSection(this))
{
    setProperty("role", QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Certificate"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTitleRow());
    auto* scroll = new SnapScrollArea(this);
    scroll->setWidget(makeContent());
    column->addWidget(scroll, 1);
    connect(m_copy, &QPushButton::clicked, this, &CertificatePanel::copyRequested);
    connect(m_save, &QPushButton::clicked, this, &CertificatePanel::saveRequested);
    connect(m_scopes, &ScopeButtons::scopeChosen, this, &CertificatePanel::scopeChosen);
    connect(m_undecided, &UndecidedSection::kRequested, this, &CertificatePanel::kEpsRequested);
    connect(m_worstRowLink, &LinkButton::clicked, this, &CertificatePanel::worstRowRequested);
    for (RowGrid* grid : {m_budgetRows, m_digits})
        connect(grid, &RowGrid::copyRequested, this, &CertificatePanel::copyTextRequested);
    setValues({});
}

QWidget* CertificatePanel::makeTitleRow()
{
    auto* titleRow = new QWidget(this);
    auto* row = new QHBoxLayout(titleRow);
    row->setContentsMargins(padding, 4, padding, 4);
    row->setSpacing(8);
    row->addWidget(new TextLine({tr("Certificate"), Tone::Value, QFont::Bold}, titleRow));
    row->addStretch(1);
    m_copy = titleButton(tr("Copy"), tr("Copy the certificate as text"), titleRow);
    m_save = titleButton(tr("Save…"), tr("Save the certificate as JSON"), titleRow);
    row->addWidget(m_copy);
    row->addWidget(m_save);
    return titleRow;
}

QWidget* CertificatePanel::makeContent()
{
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 2, 0, 4);
    column->setSpacing(0);
    auto* head = new QWidget(content);
    auto* headColumn = new QVBoxLayout(head);
    headColumn->setContentsMargins(padding, 0, padding, 8);
    headColumn->setSpacing(8);
    headColumn->addWidget(m_scopes);
    headColumn->addWidget(m_card);
    column->addWidget(head);
    m_divergences->addBody(m_divergenceRows);
    m_divergences->addBody(m_digits);
    m_bounds->addBody(m_ladder);
    m_bounds->addBody(m_ladderNote);
    m_kEps->addBody(m_kEpsBlock);
    m_worstRow->addRight(m_worstRowLink);
    m_worstRow->addRight(m_worstRowTau);
    m_rows->addBody(m_rowsBar);
    m_budgetRows->setAccessibleName(tr("Budget: Return copies a line"));
    m_budget->addBody(m_budgetRows);
    m_digits->setAccessibleName(tr("Tail mass: Return copies the whole interval"));
    m_prediction->addBody(m_predictionRows);
    for (Section* section : std::initializer_list<Section*>{m_undecided, m_divergences, m_bounds, m_outputError, m_kEps,
             m_worstRow, m_rows, m_budget, m_prediction, m_whatIf})
        column->addWidget(section);
    column->addStretch(1);
    return content;
}

void CertificatePanel::setValues(const CertificateValues& values)
{
    m_scopes->setStates(values.scopes);
    m_scopes->setScope(values.scope);
    m_card->setValues(values.card);
    const bool isJudged = isVerdict(values.card.judgement);
    m_copy->setEnabled(isJudged);
    m_save->setEnabled(isJudged);
    m_undecided->setValues(values.undecided);
    showDivergences(values);
    showBounds(values);
    m_outputError->setValues(values.outputError, values.hasValues, values.rowName);
    showKEps(values);
    showWorstRow(values);
    showRows(values);
    showBudget(values);
    showPrediction(values);
    m_whatIf->setVisible(values.whatIf.has_value());
    if (values.whatIf)
        m_whatIf->setValues(*values.whatIf);
}

void CertificatePanel::showDivergences(const CertificateValues& values)
{
    m_divergences->setVisible(values.divergences.has_value());
    if (!values.divergences)
        return;
    const Judgement judgement = values.card.judgement;
    const core::Divergences& divergences = *values.divergences;
    const auto value = [&](const core::Interval& interval) { return TextRun{endText(interval, judgement)}; };
    m_divergences->setRight({values.rowName});
    m_divergenceRows->setValues({{label(QStringLiteral("TV = τ")), value(divergences.totalVariation),
                                     tr("Total variation distance")},
        {label(QStringLiteral("KL(p̂‖p)")), value(divergences.kullbackLeibler),
            tr("Kullback-Leibler divergence of the truncated row from the whole one, in nats")},
        {label(QStringLiteral("JS")), value(divergences.jensenShannon), tr("Jensen-Shannon divergence, in nats")},
        {label(QStringLiteral("Hellinger²")), value(divergences.hellingerSquared), tr("Squared Hellinger distance")}});
    m_digits->setValues({{label(tr("τ, proven digits")), {provenDigitsText(divergences.totalVariation)},
        tr("The digits that both ends of %1 share").arg(fullInterval(divergences.totalVariation)),
        fullInterval(divergences.totalVariation)}});
}

void CertificatePanel::showBounds(const CertificateValues& values)
{
    m_bounds->setVisible(values.ladder.has_value());
    if (!values.ladder)
        return;
    const bool hasLadder = values.ladder->ladder.has_value();
    m_bounds->setRight(hasLadder ? QStringList{tr("%1 · looser by").arg(values.rowName), values.rowName}
                                 : QStringList{values.rowName});
    m_ladder->setVisible(hasLadder);
    if (hasLadder)
        m_ladder->setValues(*values.ladder->ladder);
    m_ladderNote->say(values.ladder->note);
}

void CertificatePanel::showKEps(const CertificateValues& values)
{
    m_kEps->setVisible(values.kEps.has_value());
    if (!values.kEps)
        return;
    m_kEps->setTitle(tr("k_eps at ε = %1").arg(settingText(values.kEps->epsilon)));
    m_kEps->setRight({tr("%1 and head").arg(values.kEps->rowName), values.kEps->rowName});
    m_kEpsBlock->setValues(*values.kEps);
}

void CertificatePanel::showWorstRow(const CertificateValues& values)
{
    m_worstRow->setVisible(values.worstRow.has_value());
    if (!values.worstRow)
        return;
    m_worstRowLink->setText(values.worstRow->rowName);
    m_worstRowLink->setAccessibleName(tr("Go to %1").arg(values.worstRow->rowName));
    m_worstRowLink->updateGeometry();
    m_worstRowTau->setWordings({{QStringLiteral("τ ") + atLeastText(values.worstRow->tau.lower)}, {}});
}

void CertificatePanel::showRows(const CertificateValues& values)
{
    m_rows->setVisible(values.rows.has_value());
    if (!values.rows)
        return;
    m_rows->setRight(wordingsOf(*values.rows));
    m_rowsBar->setCounts(*values.rows);
}

void CertificatePanel::showBudget(const CertificateValues& values)
{
    m_budget->setVisible(values.budget.has_value());
    if (!values.budget)
        return;
    const QString copies = tr("click copies");
    m_budget->setRight(values.budget->keys > 0
            ? QStringList{QStringLiteral("%1 · %2").arg(values.rowName, copies), values.rowName}
            : QStringList{copies});
    m_budgetRows->setValues(budgetLines(*values.budget, values.card.judgement));
}

void CertificatePanel::showPrediction(const CertificateValues& values)
{
    m_prediction->setVisible(values.prediction.has_value());
    if (!values.prediction)
        return;
    const Prediction& predicted = values.prediction->predicted;
    const auto guessed = [](const QString& text) { return TextRun{text, Tone::Prediction}; };
    const auto mass = [&](const core::Estimate& estimate) {
        return guessed(QStringLiteral("≈ ") + decimalText(estimate.value, 2, Rounding::Nearest));
    };
    const auto keys = [&](const QString& text) { return guessed(QStringLiteral("≈ ") + text); };
    m_prediction->setRight({tr("%1, σ = %2").arg(values.prediction->rowName, sigmaText(values.prediction->sigma)),
        values.prediction->rowName});
    m_predictionRows->setValues({{label(tr("k_eps, Gaussian")), keys(estimateText({atLeastOneKey(predicted.gaussianKEps.value)})),
                                     tr("Scores i.i.d. normal, many keys: k/n = Φc(σ + Φ⁻¹(ε))")},
        {label(tr("k_eps, plug-in")), keys(countText(static_cast<std::size_t>(predicted.plugInKEps.value))),
            tr("The row of as many keys whose scores are the normal ones: σ Φ⁻¹((i − ½)/n)")},
        {label(tr("τ at k, Gaussian")), mass(predicted.gaussianTailMass), tr("Φ(Φc⁻¹(k/n) − σ)")},
        {label(tr("τ at k, plug-in")), mass(predicted.plugInTailMass), tr("Of the row of normal scores")},
        {label(tr("σ implied by k_eps")), guessed(QStringLiteral("≈ ") + sigmaText(predicted.impliedSigma.value)),
            tr("The spread at which the Gaussian rule gives this row's own k_eps")}});
}

}
