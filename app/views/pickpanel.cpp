// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pickpanel.h"

#include "views/contextline.h"
#include "views/magnifier.h"
#include "views/note.h"
#include "views/numbertext.h"
#include "views/textline.h"
#include "views/weightdelegate.h"
#include "views/weightmodel.h"

#include <QHBoxLayout>
#include <QListView>

#include <algorithm>

namespace app {

PickPanel::PickPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLine(this))
    , m_context(new ContextLine(this))
    , m_magnifier(new Magnifier(this))
    , m_heading(new QWidget(this))
    , m_keptWords(new TextLine(this))
    , m_note(new Note({}, this))
    , m_list(new QListView(this))
    , m_weights(new WeightModel(this))
{
    setProperty("role", QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    makeList();
    arrange();
    connect(m_magnifier, &Magnifier::cellChosen, this, &PickPanel::cellChosen);
    const auto choose = [this](
                            const QModelIndex& index) { Q_EMIT keyChosen(index.data(WeightModel::Key).toULongLong()); };
    connect(m_list, &QListView::clicked, this, choose);
    connect(m_list, &QListView::activated, this, choose);
}

void PickPanel::makeList()
{
    m_list->setModel(m_weights);
    m_list->setItemDelegate(new WeightDelegate(m_list));
    m_list->setAccessibleName(tr("Largest weights of the row"));
    m_list->setUniformItemSizes(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setMouseTracking(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
}

void PickPanel::arrange()
{
    m_title->setElided(1, Qt::ElideMiddle);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(2);
    column->addWidget(m_title);
    column->addWidget(m_context);
    column->addSpacing(6);
    column->addWidget(m_magnifier, 0, Qt::AlignHCenter);
    auto* heading = new QHBoxLayout(m_heading);
    heading->setContentsMargins(0, 0, 0, 0);
    heading->addWidget(new TextLine({tr("Largest weights"), Tone::Value, QFont::Bold}, this));
    heading->addStretch(1);
    heading->addWidget(m_keptWords);
    column->addWidget(m_heading);
    column->addWidget(m_note);
    column->addWidget(m_list, 1);
    column->addStretch();
}

/// The list shows whole rows only.
void PickPanel::fitList()
{
    layout()->activate();
    const int row = std::max(1, m_list->sizeHintForRow(0));
    const int room = height() - m_list->y() - layout()->contentsMargins().bottom();
    m_list->setMaximumHeight(std::max(1, room / row) * row);
}

void PickPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitList();
}

void PickPanel::setValues(const PickValues& values)
{
    const QString token =
        values.token.isEmpty() ? QString() : QStringLiteral(" “") + values.token + QStringLiteral("”");
    m_title->setRuns({{values.row, Tone::Value, QFont::Bold, 14}, {token, Tone::Accent, QFont::Bold, 14}});
    m_context->setVisible(!values.token.isEmpty());
    m_context->setContext(values.before, values.token, values.after);
    m_magnifier->setValues(values.magnifier);
    m_magnifier->setVisible(values.magnifier.rows > 0);
    const bool all = values.kept == values.keys;
    const bool hasWeights = values.note.isEmpty();
    m_heading->setVisible(hasWeights);
    m_list->setVisible(hasWeights);
    m_note->say(values.note);
    m_keptWords->setRun({all ? tr("all kept") : tr("%1 of %2 kept").arg(countText(values.kept), countText(values.keys)),
        Tone::Label, QFont::Normal, 11});
    m_weights->setWeights(values.weights);
    fitList();
}

}
