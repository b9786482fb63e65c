// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/certificatepanel.h"

#include "views/kepsblock.h"
#include "views/linkbutton.h"
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

TextRun label(const QString& text)
{
    return {text, Tone::Label};
}

TextRun small(const QString& text)
{
    return {text, Tone::Label, QFont::Normal, 11};
}

QPushButton* titleButton(const QString& text, const QString& accessibleName, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setProperty("controlSize", QStringLiteral("title"));
    button->setAccessibleName(accessibleName);
    button->setToolTip(accessibleName);
    return button;
}

/// Something kept is never written as all removed.
QString removedText(double density)
{
    const double removed = 1 - density;
    return decimalText(removed, 4, removed < 0.99995 ? Rounding::Nearest : Rounding::Down);
}

QString fullText(double number)
{
    return QString::number(number, 'g', 17);
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
    , m_divergences(new Section(tr("Divergences"), NumberKind::Exact, this))
    , m_divergenceRows(new RowGrid(RowGrid::Columns::TwoIfTheyFit, this))
    , m_outputError(new Section(tr("Output error"), NumberKind::Exact, this))
    , m_outputErrorRows(new RowGrid(RowGrid::Columns::One, this))
    , m_noValues(new TextLine(small(tr("No values in this dump: output error unknown.")), this))
    , m_noValuesRest(new TextLine(small(tr("Everything else holds.")), this))
    , m_kEps(new Section(tr("k_eps"), NumberKind::Exact, this))
    , m_kEpsBlock(new KEpsBlock(this))
    , m_worstRow(new Section(tr("Worst row"), std::nullopt, this))
    , m_worstRowLink(new LinkButton(this))
    , m_worstRowTau(new TextLine(this))
    , m_rows(new Section(tr("Rows"), std::nullopt, this))
    , m_rowsBar(new RowsBar(this))
    , m_budget(new Section(tr("Budget"), std::nullopt, this))
    , m_budgetRows(new RowGrid(RowGrid::Columns::One, this))
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
    connect(m_worstRowLink, &LinkButton::clicked, this, &CertificatePanel::worstRowRequested);
    connect(m_budgetRows, &RowGrid::copyRequested, this, &CertificatePanel::copyTextRequested);
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
    m_outputError->addBody(m_outputErrorRows);
    m_outputError->addBody(m_noValues);
    m_outputError->addBody(m_noValuesRest);
    m_kEps->addBody(m_kEpsBlock);
    m_worstRow->addRight(m_worstRowLink);
    m_worstRow->addRight(m_worstRowTau);
    m_rows->addBody(m_rowsBar);
    m_budget->setRight({tr("click copies")});
    m_budgetRows->setAccessibleName(tr("Budget: Return copies a line"));
    m_budget->addBody(m_budgetRows);
    for (Section* section : {m_divergences, m_outputError, m_kEps, m_worstRow, m_rows, m_budget})
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
    m_save->setEnabled(isJudged || values.card.judgement == Judgement::Outdated); // the latter is told why not
    showDivergences(values);
    showOutputError(values);
    showKEps(values);
    showWorstRow(values);
    showRows(values);
    showBudget(values);
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
}

void CertificatePanel::showOutputError(const CertificateValues& values)
{
    m_outputError->setVisible(values.outputError || !values.hasValues);
    m_noValues->setVisible(!values.hasValues);
    m_noValuesRest->setVisible(!values.hasValues);
    m_outputErrorRows->setVisible(values.outputError.has_value());
    QString right;
    if (values.outputError) {
        const OutputErrorValues& error = *values.outputError;
        right = error.relativeUpper
            ? tr("≤ %1 of ‖o‖").arg(decimalText(100 * *error.relativeUpper, 3, Rounding::Up) + QStringLiteral(" %"))
            : values.rowName;
        m_outputErrorRows->setValues({{label(tr("exact")), {intervalText(error.absolute)},
                                          tr("Distance of the truncated output from the whole one")},
            {label(tr("bound 2 R τ")), {boundText(error.radius), Tone::Label},
                tr("From the tail mass and the radius of the values")},
            {label(tr("bound, variance")), {boundText(error.variance), Tone::Label},
                tr("From the tail mass and the variance of the values")}});
    }
    m_outputError->setRight({right});
}

void CertificatePanel::showKEps(const CertificateValues& values)
{
    m_kEps->setVisible(values.kEps.has_value());
    if (!values.kEps)
        return;
    m_kEps->setTitle(tr("k_eps at ε = %1").arg(settingText(values.kEps->epsilon)));
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
    const BudgetValues& budget = *values.budget;
    const QString tokens = budget.keys > 0 ? tr("%1 of %2").arg(countText(budget.tokens), countText(budget.keys))
                                           : tr("%1 per row").arg(countText(budget.tokens));
    std::vector<LabelledValue> lines{
        {label(tr("tokens (token_budget)")), {tokens}, QString(), QString::number(budget.tokens)},
        {label(budget.causal ? tr("keep (density, causal area)") : tr("keep (density)")), {percentText(budget.density)},
            QString(), fullText(budget.density)},
        {label(tr("removed (compression_ratio, sparsity)")), {removedText(budget.density)}, QString(),
            fullText(1 - budget.density)}};
    if (budget.tau) {
        const bool lost = values.card.judgement == Judgement::NotCertified;
        lines.push_back({label(tr("coverage (top-p, gamma)")),
            {lost ? coverageAtMostText(budget.tau->lower) : coverageAtLeastText(budget.tau->upper)}, QString(),
            tr("1 - [%1, %2]").arg(fullText(budget.tau->lower), fullText(budget.tau->upper))});
    }
    m_budgetRows->setValues(std::move(lines));
}

}
