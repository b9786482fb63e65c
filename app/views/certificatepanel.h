// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/certificatevalues.h"

class QPushButton;

namespace app {

class KEpsBlock;
class LinkButton;
class RowGrid;
class RowsBar;
class Section;
class TextLine;

/// The right panel: scopes, verdict, and what lies behind it. Parts without content are hidden.
class CertificatePanel : public QWidget
{
    Q_OBJECT

public:
    explicit CertificatePanel(QWidget* parent = nullptr);

    void setValues(const CertificateValues& values);
    Section& outputErrorSection() { return *m_outputError; } ///< folds first when there is no room

Q_SIGNALS:
    void scopeChosen(core::Scope scope);
    void copyRequested(); ///< the certificate as text
    void saveRequested();
    void worstRowRequested(); ///< go there
    void copyTextRequested(const QString& text); ///< a line of the budget

private:
    QWidget* makeTitleRow();
    QWidget* makeContent();
    void showDivergences(const CertificateValues& values);
    void showOutputError(const CertificateValues& values);
    void showKEps(const CertificateValues& values);
    void showWorstRow(const CertificateValues& values);
    void showRows(const CertificateValues& values);
    void showBudget(const CertificateValues& values);

    QPushButton* m_copy;
    QPushButton* m_save;
    ScopeButtons* m_scopes;
    VerdictCard* m_card;
    Section* m_divergences;
    RowGrid* m_divergenceRows;
    Section* m_outputError;
    RowGrid* m_outputErrorRows;
    TextLine* m_noValues;
    TextLine* m_noValuesRest;
    Section* m_kEps;
    KEpsBlock* m_kEpsBlock;
    Section* m_worstRow;
    LinkButton* m_worstRowLink;
    TextLine* m_worstRowTau;
    Section* m_rows;
    RowsBar* m_rowsBar;
    Section* m_budget;
    RowGrid* m_budgetRows;
};

}
