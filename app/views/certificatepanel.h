// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/certificatevalues.h"

class QPushButton;

namespace app {

class KEpsBlock;
class LinkButton;
class Note;
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
    WhatIfSection& whatIf() { return *m_whatIf; }

Q_SIGNALS:
    void scopeChosen(core::Scope scope);
    void copyRequested(); ///< the certificate as text
    void saveRequested();
    void worstRowRequested(); ///< go there
    void kEpsRequested(); ///< top-k with k_eps of the scope
    void copyTextRequested(const QString& text); ///< a line of the budget, or the interval

private:
    QWidget* makeTitleRow();
    QWidget* makeContent();
    void showDivergences(const CertificateValues& values);
    void showBounds(const CertificateValues& values);
    void showKEps(const CertificateValues& values);
    void showWorstRow(const CertificateValues& values);
    void showRows(const CertificateValues& values);
    void showBudget(const CertificateValues& values);
    void showPrediction(const CertificateValues& values);

    QPushButton* m_copy;
    QPushButton* m_save;
    ScopeButtons* m_scopes;
    VerdictCard* m_card;
    UndecidedSection* m_undecided;
    Section* m_divergences;
    RowGrid* m_divergenceRows;
    RowGrid* m_digits;
    Section* m_bounds;
    BoundLadder* m_ladder;
    Note* m_ladderNote;
    OutputErrorSection* m_outputError;
    Section* m_kEps;
    KEpsBlock* m_kEpsBlock;
    Section* m_worstRow;
    LinkButton* m_worstRowLink;
    TextLine* m_worstRowTau;
    Section* m_rows;
    RowsBar* m_rowsBar;
    Section* m_budget;
    RowGrid* m_budgetRows;
    Section* m_prediction;
    RowGrid* m_predictionRows;
    WhatIfSection* m_whatIf;
};

}
