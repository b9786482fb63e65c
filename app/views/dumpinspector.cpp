// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dumpinspector.h"

#include "theme/themesource.h"
#include "views/linkbutton.h"
#include "views/numbertext.h"
#include "views/reasonlist.h"
#include "views/rowgrid.h"
#include "views/shapelabel.h"
#include "views/snapscrollarea.h"
#include "views/tensormodel.h"
#include "views/textline.h"

#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace app {

namespace {

constexpr int padding = 12;
constexpr int mostRows = 8; ///< a longer table scrolls by itself

TextRun heading(const QString& text)
{
    return {text, Tone::Label, QFont::Bold, 11};
}

TextRun small(const QString& text, Tone tone = Tone::Label)
{
    return {text, tone, QFont::Normal, 11};
}

LabelledValue counted(const QString& words, std::size_t count)
{
    return {small(words), small(countText(count), Tone::Value), QString(), QString()};
}

/// Rows a little higher than the text.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize text = QStyledItemDelegate::sizeHint(option, index);
        return {text.width(), std::max(text.height(), 18)};
    }
};

}

DumpInspector::DumpInspector(QWidget* parent)
    : QWidget(parent)
    , m_size(new TextLine(this))
    , m_file(new TextLine(this))
    , m_model(new TextLine(this))
    , m_tensors(new TensorModel(this))
    , m_table(new QTreeView(this))
    , m_reasonsTitle(new TextLine(heading(tr("Roles, and why")), this))
    , m_correct(new LinkButton(this))
    , m_reasons(new ReasonList(this))
    , m_auditTitle(new TextLine(this))
    , m_auditShape(new ShapeLabel(this))
    , m_auditWords(new TextLine(this))
    , m_audit(new RowGrid(RowGrid::Columns::TwoIfTheyFit, this))
{
    setProperty("role", QStringLiteral("panel"));
    setAttribute(Qt::WA_StyledBackground);
    makeTable();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(2);
    auto* titleRow = new QHBoxLayout;
    titleRow->setContentsMargins(padding, 0, padding, 0);
    titleRow->addWidget(new TextLine({tr("Dump"), Tone::Value, QFont::Bold}, this));
    titleRow->addStretch(1);
    titleRow->addWidget(m_size);
    column->addLayout(titleRow);
    auto* scroll = new SnapScrollArea(this);
    scroll->setWidget(makeContent());
    column->addWidget(scroll, 1);
}

void DumpInspector::makeTable()
{
    m_table->setModel(m_tensors);
    m_table->setAccessibleName(tr("Tensors of the dump"));
    m_table->setItemDelegate(new RowDelegate(m_table));
    m_table->setRootIsDecorated(false);
    m_table->setItemsExpandable(false);
    m_table->setUniformRowHeights(true);
    m_table->setIndentation(0);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setFont(render::textFont(11));
    QHeaderView* header = m_table->header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setMinimumSectionSize(24);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(TensorModel::Name, QHeaderView::Stretch);
}

QWidget* DumpInspector::makeContent()
{
    m_file->setElided(0, Qt::ElideMiddle);
    m_model->setElided(0, Qt::ElideRight);
    m_correct->setText(tr("Correct…"));
    m_correct->setToolTip(tr("State axes, kind, causality, scale or heads yourself (Ctrl+I)"));
    connect(m_correct, &LinkButton::clicked, this, &DumpInspector::correctionRequested);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(padding, 0, padding, 4);
    column->setSpacing(0);
    column->addWidget(m_file);
    column->addWidget(m_model);
    column->addWidget(m_table);
    column->addSpacing(6);
    auto* reasonsRow = new QHBoxLayout;
    reasonsRow->addWidget(m_reasonsTitle);
    reasonsRow->addStretch(1);
    reasonsRow->addWidget(m_correct);
    column->addLayout(reasonsRow);
    column->addWidget(m_reasons);
    column->addSpacing(6);
    auto* auditRow = new QHBoxLayout;
    auditRow->setSpacing(4);
    auditRow->addWidget(m_auditTitle);
    auditRow->addStretch(1);
    auditRow->addWidget(m_auditShape);
    auditRow->addWidget(m_auditWords);
    column->addLayout(auditRow);
    column->addWidget(m_audit);
    column->addStretch(1);
    return content;
}

void DumpInspector::setValues(const DumpValues& values)
{
    m_size->setRun(small(values.sizeAndFormat));
    m_file->setRun({values.fileName, Tone::Value});
    m_model->setRun(small(values.model));
    m_model->setVisible(!values.model.isEmpty());
    m_tensors->setTensors(values.tensors);
    fitTable();
    m_reasonsTitle->setVisible(!values.reasons.empty());
    m_reasons->setReasons(values.reasons);
    showAudit(values);
}

void DumpInspector::fitTable()
{
    const int rows = std::min(m_tensors->rowCount(), mostRows);
    const int rowHeight = m_tensors->rowCount() > 0 ? std::max(m_table->sizeHintForRow(0), 16) : 0;
    m_table->setFixedHeight(m_table->header()->sizeHint().height() + rows * rowHeight + 4);
    m_table->setVerticalScrollBarPolicy(
        m_tensors->rowCount() > mostRows ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

void DumpInspector::showAudit(const DumpValues& values)
{
    m_auditTitle->setRun(
        heading(values.auditOf.isEmpty() ? tr("Row audit") : tr("Row audit of %1").arg(values.auditOf)));
    m_audit->setVisible(values.audit.has_value());
    if (!values.audit) {
        m_auditShape->setJudgement(Judgement::Computing);
        m_auditWords->setRun(small(tr("counting rows")));
        return;
    }
    const core::RowAudit& audit = *values.audit;
    const std::size_t unusable = audit.total - std::min(audit.valid, audit.total);
    m_auditShape->setJudgement(unusable == 0 ? Judgement::Certified : Judgement::Undecided);
    m_auditWords->setRun(small(unusable == 0 ? tr("all rows usable") : tr("%1 skipped").arg(countText(unusable))));
    m_audit->setValues({counted(tr("rows"), audit.total), counted(tr("valid"), audit.valid),
        counted(tr("NaN"), audit.undefined), counted(tr("fully masked"), audit.masked), counted(tr("zero"), audit.zero),
        counted(tr("not normalised"), audit.notNormalised)});
}

}
