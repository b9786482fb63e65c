// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/ruleparameters.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

#include "views/numberfield.h"
#include "views/numbertext.h"
#include "views/parameterrow.h"

namespace app {

namespace {

constexpr double smallestShare = 1e-6;
constexpr double largestTailShare = 0.9;
constexpr int decimals = 12; ///< of 1 - P and back

Parameter kParameter()
{
    return {QStringLiteral("k"), RuleParameters::tr("keys kept"), RuleParameters::tr("k, keys kept"),
        {1, 1, LogScale::Grid::Whole, LogScale::Ticks::Decades, 2, 2}};
}

Parameter tailShareParameter()
{
    return {QStringLiteral("1 − p"), RuleParameters::tr("mass a row may lose"),
        RuleParameters::tr("1 - p, mass that a row may lose"), {smallestShare, largestTailShare}};
}

Parameter thresholdParameter()
{
    return {QStringLiteral("p ≥"), RuleParameters::tr("probability kept"),
        RuleParameters::tr("threshold, smallest probability kept"), {smallestShare, 1}};
}

/// 1 - x as a decimal: 0.99 for 0.01, not its neighbour.
double complement(double x)
{
    return QString::number(1 - x, 'g', decimals).toDouble();
}

QString maskText(const std::string& path)
{
    return path.empty() ? RuleParameters::tr("no file chosen") : QFileInfo(QString::fromStdString(path)).fileName();
}

}

core::Rule startingRule(RuleKind kind, std::size_t keyCount)
{
    const std::size_t recent = std::clamp<std::size_t>(keyCount / 8, 1, 256);
    const std::size_t side = keyCount >= 512 ? 64 : keyCount >= 64 ? 16 : 4;
    const core::Window window{recent, 4};
    switch (kind) {
    case RuleKind::TopK:
        return core::TopK{std::clamp<std::size_t>(keyCount / 8, 1, 64)};
    case RuleKind::TopP:
        return core::TopP{0.99};
    case RuleKind::Threshold:
        return core::Threshold{1e-3};
    case RuleKind::Window:
        return window;
    case RuleKind::ForcedTopK:
        return core::ForcedTopK{2 * (recent + 4), window};
    case RuleKind::Blocks:
        return core::BlockTop{side, side, std::clamp<std::size_t>(keyCount / side / 4, 1, 8)};
    case RuleKind::Mask:
        break;
    }
    return core::ImportedMask{};
}

RuleParameters::RuleParameters(QWidget* parent)
    : QStackedWidget(parent)
    , m_k(new ParameterRow(kParameter(), this))
    , m_tailShare(new ParameterRow(tailShareParameter(), this))
    , m_threshold(new ParameterRow(thresholdParameter(), this))
    , m_maskName(new TextLine(this))
    , m_chooseMask(new QPushButton(tr("Choose…"), this))
{
    // In the order of RuleKind.
    addWidget(m_k);
    addWidget(m_tailShare);
    addWidget(m_threshold);
    addWidget(fieldPage(m_window, RuleKind::Window, {tr("recent keys"), tr("sinks")}));
    addWidget(fieldPage(m_forced, RuleKind::ForcedTopK, {tr("k keys kept"), tr("recent forced"), tr("sinks forced")}));
    addWidget(fieldPage(m_blocks, RuleKind::Blocks, {tr("rows per block"), tr("keys per block"), tr("blocks kept")}));
    addWidget(maskPage());
    connect(m_k, &ParameterRow::valueEdited, this,
        [this](double k) { Q_EMIT ruleEdited(core::TopK{static_cast<std::size_t>(k)}); });
    connect(m_tailShare, &ParameterRow::valueEdited, this,
        [this](double share) { Q_EMIT ruleEdited(core::TopP{complement(share)}); });
    connect(m_threshold, &ParameterRow::valueEdited, this,
        [this](double least) { Q_EMIT ruleEdited(core::Threshold{least}); });
    for (ParameterRow* row : {m_k, m_tailShare, m_threshold}) {
        connect(row, &ParameterRow::scrubStarted, this, &RuleParameters::scrubStarted);
        connect(row, &ParameterRow::scrubFinished, this, &RuleParameters::scrubFinished);
    }
}

QWidget* RuleParameters::fieldPage(std::vector<NumberField*>& fields, RuleKind kind, const QStringList& names)
{
    auto* page = new QWidget(this);
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    for (const QString& name : names) {
        fields.push_back(new NumberField(name, name, page));
        row->addWidget(fields.back(), 1);
        connect(fields.back(), &NumberField::valueEdited, this, [this, kind] { takeFields(kind); });
    }
    return page;
}

QWidget* RuleParameters::maskPage()
{
    auto* page = new QWidget(this);
    auto* label = new TextLine({tr("mask"), Tone::Label}, page);
    label->setLineHeight(15);
    m_maskName->setElided(0, Qt::ElideMiddle);
    m_maskName->setLineHeight(24);
    m_chooseMask->setFixedHeight(24);
    m_chooseMask->setAccessibleName(tr("Choose a mask file"));
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_maskName, 1);
    line->addWidget(m_chooseMask);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 6, 0, 8);
    column->setSpacing(3);
    column->addWidget(label);
    column->addLayout(line);
    connect(m_chooseMask, &QPushButton::clicked, this, &RuleParameters::maskRequested);
    return page;
}

std::vector<NumberField*> RuleParameters::fields(RuleKind kind) const
{
    return kind == RuleKind::Window ? m_window : kind == RuleKind::ForcedTopK ? m_forced : m_blocks;
}

void RuleParameters::setWindow(
    const std::vector<NumberField*>& fields, const core::Window& window, std::size_t keyCount)
{
    const auto least = [](std::size_t other) { return std::size_t{other == 0 ? 1U : 0U}; };
    fields[0]->setRange(least(window.sinks), std::max(keyCount, window.recent));
    fields[1]->setRange(least(window.recent), std::max(keyCount, window.sinks));
    fields[0]->setValue(window.recent);
    fields[1]->setValue(window.sinks);
}

void RuleParameters::setRule(const core::Rule& rule, std::size_t rowCount, std::size_t keyCount)
{
    m_k->setMaximum(static_cast<double>(keyCount));
    if (const auto* topK = std::get_if<core::TopK>(&rule)) {
        m_k->setValue(static_cast<double>(topK->k));
    } else if (const auto* topP = std::get_if<core::TopP>(&rule)) {
        m_tailShare->setValue(complement(topP->mass));
        m_tailShare->setReading({{tr("top-p %1").arg(settingText(topP->mass)), Tone::Label, QFont::Normal, 11}});
    } else if (const auto* threshold = std::get_if<core::Threshold>(&rule)) {
        m_threshold->setValue(threshold->probability);
    } else if (const auto* window = std::get_if<core::Window>(&rule)) {
        setWindow(m_window, *window, keyCount);
    } else if (const auto* forced = std::get_if<core::ForcedTopK>(&rule)) {
        const std::size_t least = std::max<std::size_t>(forced->forced.recent + forced->forced.sinks, 1);
        m_forced[0]->setRange(least, std::max(keyCount, forced->k));
        m_forced[0]->setValue(forced->k);
        setWindow({m_forced[1], m_forced[2]}, forced->forced, keyCount);
    } else if (const auto* blocks = std::get_if<core::BlockTop>(&rule)) {
        m_blocks[0]->setRange(1, std::max(rowCount, blocks->queries));
        m_blocks[1]->setRange(1, std::max(keyCount, blocks->keys));
        m_blocks[2]->setRange(1, std::max(keyCount, blocks->count));
        m_blocks[0]->setValue(blocks->queries);
        m_blocks[1]->setValue(blocks->keys);
        m_blocks[2]->setValue(blocks->count);
    } else {
        const QString path = QString::fromStdString(std::get<core::ImportedMask>(rule).path);
        m_maskName->setRun({maskText(path.toStdString()), Tone::Value});
        m_maskName->setToolTip(path);
    }
    setCurrentIndex(static_cast<int>(kindOf(rule)));
}

/// More forced keys than fit raise k with them: forced keys count inside the budget.
void RuleParameters::takeFields(RuleKind kind)
{
    const auto number = [&](std::size_t i) { return fields(kind)[i]->value(); };
    if (kind == RuleKind::Window)
        Q_EMIT ruleEdited(core::Window{number(0), number(1)});
    else if (kind == RuleKind::ForcedTopK)
        Q_EMIT ruleEdited(core::ForcedTopK{std::max(number(0), number(1) + number(2)), {number(1), number(2)}});
    else
        Q_EMIT ruleEdited(core::BlockTop{number(0), number(1), number(2)});
}

}
