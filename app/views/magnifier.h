// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "views/pickvalues.h"

namespace app {

/// The cells around the pick, 15 px each, with token labels.
class Magnifier : public QWidget
{
    Q_OBJECT

public:
    explicit Magnifier(QWidget* parent = nullptr);

    void setValues(const MagnifierValues& values);
    QRect cellRect(int row, int column) const; ///< in widget coordinates
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void cellChosen(int row, int column); ///< in the window of the magnifier

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void paintLabels(QPainter& painter) const;
    void paintPick(QPainter& painter) const;

    MagnifierValues m_values;
};

}
