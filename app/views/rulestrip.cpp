// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rulestrip.h"

#include "views/choicebox.h"
#include "views/numbertext.h"
#include "views/parameterrow.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace app {

namespace {

constexpr double octaveEighth = 1.0905077326652577;

Parameter epsilonParameter()
{
    return {QStringLiteral("ε"), RuleStrip::tr("tail mass allowed"), RuleStrip::tr("epsilon, tail mass allowed"),
        {1e-6, 1}};
}

Parameter sigmaParameter()
{
    return {QStringLiteral("σ"), RuleStrip::tr("score spread"), RuleStrip::tr("sigma, score spread"),
        {0.25, 32, LogScale::Grid::ThreeDigits, LogScale::Ticks::Octaves, octaveEighth, 2}, Tone::Prediction};
}

}

RuleStrip::RuleStrip(QWidget* parent)
    : QWidget(parent)
    , m_kinds(new ChoiceBox(this))
    , m_rule(new RuleParameters(this))
    , m_epsilon(new ParameterRow(epsilonParameter(), this))
    , m_sigma(new ParameterRow(sigmaParameter(), this))
    , m_fit(new QPushButton(tr("Fit"), this))
{
    arrange();
    connect(m_kinds, &QComboBox::activated, this, [this](int kind) { chooseKind(static_cast<RuleKind>(kind)); });
    connect(m_rule, &RuleParameters::ruleEdited, this, &RuleStrip::ruleEdited);
    connect(m_rule, &RuleParameters::maskRequested, this, &RuleStrip::maskRequested);
    connect(m_rule, &RuleParameters::scrubStarted, this, &RuleStrip::scrubStarted);
    connect(m_rule, &RuleParameters::scrubFinished, this, &RuleStrip::scrubFinished);
    connect(m_epsilon, &ParameterRow::valueEdited, this, &RuleStrip::epsilonEdited);
    connect(m_sigma, &ParameterRow::valueEdited, this, &RuleStrip::sigmaEdited);
    connect(m_fit, &QPushButton::clicked, this, &RuleStrip::fitRequested);
    for (ParameterRow* row : {m_epsilon, m_sigma}) {
        connect(row, &ParameterRow::scrubStarted, this, &RuleStrip::scrubStarted);
        connect(row, &ParameterRow::scrubFinished, this, &RuleStrip::scrubFinished);
    }
}

void RuleStrip::arrange()
{
    // In the order of RuleKind.
    m_kinds->addItems(
        {tr("Top-k"), tr("Top-p"), tr("Threshold"), tr("Window"), tr("Top-k + window"), tr("Blocks"), tr("Mask file")});
    m_kinds->setAccessibleName(tr("Rule"));
    m_kinds->setFixedSize(128, 24);
    m_fit->setFixedHeight(24);
    m_fit->setAccessibleName(tr("Fit sigma to the picked row"));

    auto* ruleColumn = new QVBoxLayout;
    ruleColumn->setSpacing(3);
    ruleColumn->setContentsMargins(0, 6, 0, 8);
    auto* ruleLabel = new TextLine({tr("Rule"), Tone::Value, QFont::Bold}, this);
    ruleLabel->setLineHeight(15);
    ruleColumn->addWidget(ruleLabel);
    ruleColumn->addWidget(m_kinds);
    auto* fitColumn = new QVBoxLayout;
    fitColumn->setContentsMargins(0, 24, 0, 8);
    fitColumn->addWidget(m_fit);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(24);
    row->addLayout(ruleColumn);
    row->addWidget(m_rule, 1);
    row->addWidget(m_epsilon, 1);
    auto* sigmaAndFit = new QHBoxLayout;
    sigmaAndFit->setSpacing(8);
    sigmaAndFit->addWidget(m_sigma, 1);
    sigmaAndFit->addLayout(fitColumn);
    row->addLayout(sigmaAndFit, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RuleStrip::sizeHint() const
{
    return {QWidget::sizeHint().width(), 56};
}

ParameterRow& RuleStrip::k()
{
    return m_rule->k();
}

/// A mask comes from a file that has to be chosen first; until then the rule is what it was.
void RuleStrip::chooseKind(RuleKind kind)
{
    if (kind == kindOf(m_values.rule))
        return;
    const core::Rule rule = m_last[static_cast<std::size_t>(kind)].value_or(startingRule(kind, m_values.keyCount));
    const auto* mask = std::get_if<core::ImportedMask>(&rule);
    if (!mask || !mask->path.empty()) {
        Q_EMIT ruleEdited(rule);
        return;
    }
    m_kinds->setCurrentIndex(static_cast<int>(kindOf(m_values.rule)));
    Q_EMIT maskRequested();
}

void RuleStrip::setValues(const RuleStripValues& values)
{
    m_values = values;
    m_last[values.rule.index()] = values.rule;
    m_kinds->setCurrentIndex(static_cast<int>(values.rule.index()));
    m_rule->setRule(values.rule, values.rowCount, values.keyCount);
    m_epsilon->setValue(values.epsilon);
    m_sigma->setValue(values.sigma);
    showKReading(values);
    showSharedReadings(values);
}

void RuleStrip::showKReading(const RuleStripValues& values)
{
    std::vector<TextRun> reading;
    std::vector<SliderMark> marks;
    const auto add = [&](std::optional<std::size_t> number, SliderMark::Kind kind, const TextRun& symbol,
                         const QString& words) {
        if (!number)
            return;
        marks.push_back({kind, static_cast<double>(*number)});
        reading.push_back(
            {reading.empty() ? symbol.text : QStringLiteral("  ") + symbol.text, symbol.tone, QFont::Normal, 11});
        reading.push_back({QLatin1Char(' ') + words.arg(*number), Tone::Label, QFont::Normal, 11});
    };
    add(values.rowKEps, SliderMark::Kind::Row, {QStringLiteral("▾"), Tone::Certified}, tr("row %1"));
    add(values.p99KEps, SliderMark::Kind::Quantile, {QStringLiteral("▿"), Tone::Label}, tr("p99 %1"));
    add(values.maxKEps, SliderMark::Kind::Worst, {QStringLiteral("▿"), Tone::NotCertified}, tr("max %1"));
    k().setReading(std::move(reading));
    k().setMarks(std::move(marks));
}

void RuleStrip::showSharedReadings(const RuleStripValues& values)
{
    m_epsilon->setReading({{tr("keeps p ≥ %1").arg(keptShareText(values.epsilon)), Tone::Label, QFont::Normal, 11}});
    const QString other = values.sigmaSource.isEmpty() ? tr("set by hand") : values.sigmaSource;
    const QString source = values.fittedRow ? tr("fitted to row %1").arg(*values.fittedRow) : other;
    m_fit->setEnabled(values.canFitSigma);
    m_fit->setToolTip(values.canFitSigma ? tr("Set sigma to the spread of the picked row's scores")
                                         : tr("Pick a row that has numbers to fit sigma to its scores"));
    m_sigma->setReading({{source, Tone::Label, QFont::Normal, 11}});
}

}
