// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/outputerrorsection.h"

#include "views/note.h"
#include "views/numbertext.h"
#include "views/rowgrid.h"

namespace app {

OutputErrorSection::OutputErrorSection(QWidget* parent)
    : Section(tr("Output error"), NumberKind::Exact, parent)
    , m_exact(new RowGrid(RowGrid::Columns::One, this))
    , m_ladder(new BoundLadder(this))
    , m_other(new RowGrid(RowGrid::Columns::One, this))
    , m_note(new Note({}, this))
{
    for (QWidget* part : std::initializer_list<QWidget*>{m_exact, m_ladder, m_other, m_note})
        addBody(part);
}

void OutputErrorSection::setValues(
    const std::optional<OutputErrorValues>& values, bool hasValues, const QString& rowName)
{
    setVisible(values || !hasValues);
    m_exact->setVisible(values.has_value());
    const bool isComputing = values && !values->ladder;
    m_ladder->setVisible(values && (values->ladder || !m_ladder->values().rungs.empty()));
    m_other->setVisible(values && (values->notRenormalised || (isComputing && m_other->isVisibleTo(this))));
    m_ladder->setEnabled(!isComputing); // old numbers stay, greyed, so that nothing jumps while k moves
    m_other->setEnabled(!isComputing);
    if (!values) {
        m_note->say(hasValues ? QString() : tr("No values in this dump: output error unknown. Everything else holds."));
        setRight({});
        return;
    }
    m_note->say(values->ladder ? QString() : tr("Computing the bounds …"));
    QStringList wordings{rowName};
    if (values->relativeUpper)
        wordings.prepend(tr("%1 · ≤ %2 % of ‖o‖").arg(rowName, decimalText(100 * *values->relativeUpper, 3, Rounding::Up)));
    setRight(wordings);
    m_exact->setValues({{{QStringLiteral("‖ô − o‖₂"), Tone::Label}, {intervalText(values->absolute)},
        tr("Distance of the renormalised truncated output from the whole one")}});
    if (values->ladder)
        m_ladder->setValues(*values->ladder);
    if (values->notRenormalised)
        m_other->setValues({{{tr("not renormalised"), Tone::Label}, {intervalText(*values->notRenormalised)},
            tr("‖Σ p v‖₂ over the dropped keys: what is lost when the kept probabilities are not divided by their sum. "
               "Another quantity: none of the bounds above is about it")}});
}

}
