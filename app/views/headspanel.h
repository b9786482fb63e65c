// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "views/headsgrid.h"

class QScrollArea;

namespace app {

class ChoiceBox;
class ColourRamp;
class TextLine;

/// What the heads panel shows. The numbers of the cells are those of the chosen measure.
struct HeadsPanelValues
{
    HeadsGridValues grid;
    QStringList measures; ///< "k_eps / n, row mean"
    int measure = 0;
    QString low; ///< numbers at the ends of the colour ramp
    QString high;
    QString meaning; ///< of the colours: "keys needed at ε = 0.01"
    QString note; ///< "This dump holds layers 2 and 5 only."; may be empty
};

/// Title row with the choice of measure, heads overview, colour ramp, note.
class HeadsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HeadsPanel(QWidget* parent = nullptr);

    void setValues(const HeadsPanelValues& values); ///< never emits
    void setSelected(const HeadPlace& place); ///< never emits; scrolls to it
    HeadsGrid& grid() { return *m_grid; }

Q_SIGNALS:
    void headChosen(const app::HeadPlace& place);
    void measureChosen(int index); ///< by the user only

private:
    void arrange();
    void showSelected();

    ChoiceBox* m_measures;
    QStringList m_shownMeasures;
    QScrollArea* m_scroll;
    HeadsGrid* m_grid;
    ColourRamp* m_ramp;
    TextLine* m_note;
};

}
