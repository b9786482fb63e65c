// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/pickvalues.h"

class QListView;

namespace app {

class ContextLine;
class Magnifier;
class Note;
class TextLine;
class WeightModel;

/// The picked row from near: its token in the text, the cells around the pick, its largest weights.
class PickPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PickPanel(QWidget* parent = nullptr);

    void setValues(const PickValues& values);
    Magnifier& magnifier() { return *m_magnifier; }

Q_SIGNALS:
    void cellChosen(int row, int column); ///< in the window of the magnifier
    void keyChosen(std::size_t key);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeList();
    void arrange();
    void fitList();

    TextLine* m_title;
    ContextLine* m_context;
    Magnifier* m_magnifier;
    QWidget* m_heading; ///< of the list
    TextLine* m_keptWords;
    Note* m_note;
    QListView* m_list;
    WeightModel* m_weights;
};

}
