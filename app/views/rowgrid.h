// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "views/textline.h"

namespace app {

/// A label with its value.
struct LabelledValue
{
    TextRun label;
    TextRun value;
    QString toolTip = {};
    QString copied = {}; ///< the value in full precision; empty: nothing to copy
};

/// Rows of labels at the left and values at the right, 19 px each, in two columns where all of them fit, else in one.
class RowGrid : public QWidget
{
    Q_OBJECT

public:
    enum class Columns { One, TwoIfTheyFit };

    explicit RowGrid(Columns columns, QWidget* parent = nullptr);

    void setValues(std::vector<LabelledValue> values);
    int columnCount() const { return m_columnCount; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void copyRequested(const QString& text); ///< a row that has something to copy was clicked: "label value"

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Cell
    {
        TextLine* label;
        TextLine* value;
        QString copied;
    };

    Cell makeCell();
    void arrange();
    int widthOfColumn(std::size_t first, std::size_t every) const;
    bool fitsTwo(int width) const;

    Columns m_columns;
    int m_columnCount = 1;
    std::vector<Cell> m_cells;
};

}
