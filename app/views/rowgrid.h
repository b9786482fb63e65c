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
    /// "label value" of a row that has something to copy: it was clicked, or Return or Ctrl+C pressed on it.
    void copyRequested(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Cell
    {
        TextLine* label;
        TextLine* value;
        QString copied;
    };

    Cell makeCell();
    void copy(const Cell& cell);
    void arrange();
    int widthOfColumn(std::size_t first, std::size_t every) const;
    bool fitsTwo(int width) const;

    Columns m_columns;
    int m_columnCount = 1;
    std::size_t m_current = 0; ///< row that has the keyboard
    std::vector<Cell> m_cells;
    QSize m_needed; ///< as the layout around was told last
};

}
