// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/headspanel.h"

#include "views/choicebox.h"
#include "views/colourramp.h"
#include "views/textline.h"

#include <QHBoxLayout>
#include <QScrollArea>

namespace app {

namespace {

constexpr int padding = 12;
constexpr int outlineRoom = 3; ///< right of the cells, for the outline of a selected one

}

HeadsPanel::HeadsPanel(QWidget* parent)
    : QWidget(parent)
    , m_measures(new ChoiceBox(this))
    , m_scroll(new QScrollArea(this))
    , m_grid(new HeadsGrid)
    , m_ramp(new ColourRamp(this))
    , m_note(new TextLine(this))
{
    arrange();
    connect(m_grid, &HeadsGrid::headChosen, this, [this](const HeadPlace& place) {
        showSelected();
        Q_EMIT headChosen(place);
    });
    connect(m_measures, &QComboBox::activated, this, &HeadsPanel::measureChosen);
}

void HeadsPanel::arrange()
{
    setProperty("role", QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    m_measures->setProperty("controlSize", QStringLiteral("title"));
    m_measures->setAccessibleName(tr("Measure that colours the heads"));
    m_measures->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setCornerWidget(new QWidget);
    m_scroll->setWidget(m_grid);
    m_note->setElided(0, Qt::ElideRight);

    auto* titleRow = new QHBoxLayout;
    titleRow->setSpacing(8);
    titleRow->setContentsMargins(0, 0, outlineRoom, 0);
    titleRow->addWidget(new TextLine({tr("Heads"), Tone::Value, QFont::Bold}, this));
    titleRow->addStretch(1);
    titleRow->addWidget(m_measures);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, 4, padding - outlineRoom, 6);
    column->setSpacing(4);
    column->addLayout(titleRow);
    column->addWidget(m_scroll, 1);
    auto* rampRow = new QHBoxLayout;
    rampRow->setContentsMargins(0, 0, outlineRoom, 0);
    rampRow->addWidget(m_ramp);
    column->addLayout(rampRow);
    column->addWidget(m_note);
}

void HeadsPanel::setValues(const HeadsPanelValues& values)
{
    if (values.measures != m_shownMeasures) {
        m_shownMeasures = values.measures;
        m_measures->clear();
        m_measures->addItems(values.measures);
    }
    m_measures->setCurrentIndex(values.measure);
    m_grid->setValues(values.grid);
    m_ramp->setMeaning(values.low, values.meaning, values.high);
    m_note->setVisible(!values.note.isEmpty());
    m_note->setRun({values.note, Tone::Label, QFont::Normal, 11});
}

void HeadsPanel::setSelected(const HeadPlace& place)
{
    m_grid->setSelected(place);
    showSelected();
}

void HeadsPanel::showSelected()
{
    const QRect cell = m_grid->cellRect(m_grid->selected());
    m_scroll->ensureVisible(cell.center().x(), cell.center().y(), cell.width(), cell.height());
}

}
