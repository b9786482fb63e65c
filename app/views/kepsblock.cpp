// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kepsblock.h"

#include "views/numbertext.h"
#include "views/tag.h"
#include "views/textline.h"

#include <QGridLayout>
#include <QHBoxLayout>

namespace app {

namespace {

const QString unknown = QStringLiteral("…");

QString keysText(const std::optional<std::size_t>& keys)
{
    return keys ? QString::number(*keys) : unknown;
}

}

KEpsBlock::KEpsBlock(QWidget* parent)
    : QWidget(parent)
    , m_predictionRow(new QWidget(this))
    , m_predictions(new TextLine(m_predictionRow))
    , m_sigma(new TextLine(m_predictionRow))
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(0);
    for (std::size_t i = 0; i < m_captions.size(); ++i) {
        const int column = static_cast<int>(i);
        m_captions[i] = new TextLine(this);
        m_numbers[i] = new TextLine(this);
        grid->addWidget(m_captions[i], 0, column);
        grid->addWidget(m_numbers[i], 1, column);
        grid->setColumnStretch(column, 1);
    }
    auto* row = new QHBoxLayout(m_predictionRow);
    row->setContentsMargins(0, 2, 0, 0);
    row->setSpacing(6);
    row->addWidget(m_predictions);
    row->addWidget(new Tag(NumberKind::Prediction, m_predictionRow));
    row->addStretch(0);
    row->addWidget(m_sigma);
    m_sigma->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid->addWidget(m_predictionRow, 2, 0, 1, 4);
}

void KEpsBlock::setValues(const KEpsValues& values)
{
    const std::array captions{values.rowName, tr("head mean"), tr("head p99"), tr("head max")};
    const std::array numbers{keysText(values.row), values.headMean ? meanText(*values.headMean) : unknown,
        keysText(values.headP99), keysText(values.headMax)};
    for (std::size_t i = 0; i < captions.size(); ++i) {
        m_captions[i]->setRun({captions[i], Tone::Label, QFont::Normal, 11});
        m_numbers[i]->setRun({numbers[i], Tone::Value, QFont::Bold});
    }
    m_predictionRow->setVisible(values.gaussian || values.plugIn);
    m_predictions->setRuns({{tr("Gaussian") + QLatin1Char(' '), Tone::Value},
        {values.gaussian ? estimateText(*values.gaussian) : unknown, Tone::Value, QFont::Bold},
        {QStringLiteral("   ") + tr("plug-in") + QLatin1Char(' '), Tone::Value},
        {keysText(values.plugIn), Tone::Value, QFont::Bold}});
    const QString sigma = QStringLiteral("σ = ") + decimalText(values.sigma, 3, Rounding::Nearest);
    m_sigma->setWordings({{sigma, Tone::Label, QFont::Normal, 11}, {}});
}

}
