// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatifsection.h"

#include "views/note.h"
#include "views/numbertext.h"
#include "views/parameterrow.h"
#include "views/rowgrid.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace app {

namespace {

Parameter deltaParameter()
{
    Parameter parameter{QStringLiteral("δ"), WhatIfSection::tr("error of each score"),
        WhatIfSection::tr("What if: delta, error of each score"), {smallestDelta, largestDelta}, Tone::Label};
    parameter.startsAtZero = true;
    return parameter;
}

QPushButton* button(const QString& text, const QString& accessibleName, QWidget* parent)
{
    auto* made = new QPushButton(text, parent);
    made->setProperty("controlSize", QStringLiteral("title"));
    made->setAccessibleName(accessibleName);
    return made;
}

TextRun label(const QString& text)
{
    return {text, Tone::Label};
}

QString beside(const QString& changed, const QString& now)
{
    return WhatIfSection::tr("%1 (now %2)").arg(changed, now);
}

}

WhatIfSection::WhatIfSection(QWidget* parent)
    : Section(tr("What if scores were off"), NumberKind::WhatIf, parent)
    , m_delta(new ParameterRow(deltaParameter(), this))
    , m_rows(new RowGrid(RowGrid::Columns::One, this))
    , m_note(new Note(tr("No verdict and in no certificate: it is not about the numbers in the dump."), this))
{
    addBody(m_delta);
    addBody(makeButtons());
    addBody(m_rows);
    addBody(m_note);
    connect(m_delta, &ParameterRow::valueEdited, this, &WhatIfSection::deltaEdited);
    connect(m_bf16, &QPushButton::clicked, this, [this] { Q_EMIT presetChosen(ScoreErrorPreset::Bf16Kernel); });
    connect(m_eightBits, &QPushButton::clicked, this, [this] { Q_EMIT presetChosen(ScoreErrorPreset::EightBitKeys); });
    connect(m_reset, &QPushButton::clicked, this, [this] { Q_EMIT deltaEdited(0); });
}

QWidget* WhatIfSection::makeButtons()
{
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 6);
    row->setSpacing(6);
    m_bf16 = button(tr("bf16 kernel"), tr("What if: a kernel that computes scores in bfloat16"), buttons);
    m_eightBits = button(tr("8-bit keys"), tr("What if: keys kept in 8 bits"), buttons);
    m_reset = button(tr("Reset to 0"), tr("What if: back to the dump as it is"), buttons);
    row->addWidget(m_bf16);
    row->addWidget(m_eightBits);
    row->addStretch(1);
    row->addWidget(m_reset);
    return buttons;
}

void WhatIfSection::setValues(const WhatIfValues& values)
{
    setRight({values.rowName});
    m_delta->setValue(values.delta);
    showButtons(values);
    const bool isAsked = values.delta > 0;
    const QString now = atMostText(values.tau.upper);
    const QString tau = isAsked ? beside(boundText(values.tauUnderDelta), now) : now;
    const QString kEps =
        isAsked ? beside(countText(values.kEpsUnderDelta), countText(values.kEps)) : countText(values.kEps);
    const QString shift = isAsked ? boundText(values.totalVariation) : QStringLiteral("0");
    m_rows->setValues({{label(isAsked ? tr("what if: τ") : tr("τ, as it is")), {tau},
                           tr("Largest tail mass of the same kept keys when each score may be off by delta: "
                              "τ e^{2δ} / (1 − τ + τ e^{2δ})")},
        {label(isAsked ? tr("what if: k_eps") : tr("k_eps, as it is")), {kEps},
            tr("Keys that hold epsilon for every row whose scores are within delta")},
        {label(isAsked ? tr("what if: TV to this row") : tr("TV to this row")), {shift},
            tr("Total variation between this row and one whose scores are off by delta: at most tanh(δ / 2)")}});
}

void WhatIfSection::showButtons(const WhatIfValues& values)
{
    m_bf16->setEnabled(values.hasScores);
    m_bf16->setToolTip(values.hasScores
            ? tr("δ = 2⁻⁸ · the row's largest |score|: scores rounded to bfloat16")
            : tr("Needs scores or Q and K: stored probabilities do not tell how large scores were"));
    m_eightBits->setEnabled(values.hasFactors);
    m_eightBits->setToolTip(values.hasFactors
            ? tr("δ = scale · ‖q‖₁ · max |K| / 254: each entry of K off by half a step of 8 bits")
            : tr("Needs Q and K in the dump"));
    m_reset->setEnabled(values.delta > 0);
    m_reset->setToolTip(tr("δ = 0: the dump as it is"));
}

}
