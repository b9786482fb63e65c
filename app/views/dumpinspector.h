// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/dumpvalues.h"

class QTreeView;

namespace app {

class LinkButton;
class ReasonList;
class RowGrid;
class ShapeLabel;
class TensorModel;
class TextLine;

/// File, tensors with their roles, why they have them, and the audit of the rows.
class DumpInspector : public QWidget
{
    Q_OBJECT

public:
    explicit DumpInspector(QWidget* parent = nullptr);

    void setValues(const DumpValues& values);

Q_SIGNALS:
    void correctionRequested(); ///< something was understood wrongly

private:
    void makeTable();
    QWidget* makeContent();
    void showAudit(const DumpValues& values);
    void fitTable();

    TextLine* m_size;
    TextLine* m_file;
    TextLine* m_model;
    TensorModel* m_tensors;
    QTreeView* m_table;
    TextLine* m_reasonsTitle;
    LinkButton* m_correct;
    ReasonList* m_reasons;
    TextLine* m_auditTitle;
    ShapeLabel* m_auditShape;
    TextLine* m_auditWords;
    RowGrid* m_audit;
};

}
