// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rowgrid.h"

#include <QGridLayout>
#include <QMouseEvent>

#include <algorithm>

namespace app {

namespace {

constexpr int labelGap = 8;
constexpr int columnGap = 16;

}

RowGrid::RowGrid(Columns columns, QWidget* parent)
    : QWidget(parent)
    , m_columns(columns)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void RowGrid::setValues(std::vector<LabelledValue> values)
{
    while (m_cells.size() > values.size()) {
        delete m_cells.back().label;
        delete m_cells.back().value;
        m_cells.pop_back();
    }
    while (m_cells.size() < values.size()) {
        m_cells.push_back({new TextLine(this), new TextLine(this), QString()});
        m_cells.back().value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_cells.back().label->installEventFilter(this);
        m_cells.back().value->installEventFilter(this);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        m_cells[i].label->setRun(values[i].label);
        m_cells[i].value->setRun(values[i].value);
        m_cells[i].copied = values[i].copied;
        m_cells[i].label->setToolTip(values[i].toolTip);
        m_cells[i].value->setToolTip(values[i].toolTip);
    }
    arrange(fitsTwo(width()) ? 2 : 1);
}

void RowGrid::arrange(int columns)
{
    m_columnCount = columns;
    while (m_grid->count() > 0)
        delete m_grid->takeAt(0);
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const int row = static_cast<int>(i) / columns;
        const int column = 3 * (static_cast<int>(i) % columns);
        m_grid->addWidget(m_cells[i].label, row, column);
        m_grid->addWidget(m_cells[i].value, row, column + 1);
    }
    const int half = columns == 2 ? (width() - columnGap) / 2 : 0;
    m_grid->setColumnMinimumWidth(2, columns == 2 ? columnGap : 0);
    for (const int column : {1, 4})
        m_grid->setColumnStretch(column, column == 1 || columns == 2 ? 1 : 0);
    m_grid->setColumnMinimumWidth(4, half > 0 ? 1 : 0);
    updateGeometry();
}

int RowGrid::widthOfColumn(std::size_t first, std::size_t every) const
{
    int label = 0;
    int value = 0;
    for (std::size_t i = first; i < m_cells.size(); i += every) {
        label = std::max(label, m_cells[i].label->textWidth());
        value = std::max(value, m_cells[i].value->textWidth());
    }
    return label + labelGap + value;
}

bool RowGrid::fitsTwo(int width) const
{
    return m_columns == Columns::TwoIfTheyFit && m_cells.size() > 1
        && widthOfColumn(0, 2) + columnGap + widthOfColumn(1, 2) <= width;
}

QSize RowGrid::minimumSizeHint() const
{
    const auto rows =
        (m_cells.size() + static_cast<std::size_t>(m_columnCount) - 1) / static_cast<std::size_t>(m_columnCount);
    return {widthOfColumn(0, 1), static_cast<int>(rows) * 19};
}

void RowGrid::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int columns = fitsTwo(width()) ? 2 : 1;
    if (columns != m_columnCount)
        arrange(columns);
}

bool RowGrid::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        for (const Cell& cell : m_cells) {
            if (!cell.copied.isEmpty() && (watched == cell.label || watched == cell.value))
                Q_EMIT copyRequested(cell.label->text() + QLatin1Char(' ') + cell.copied);
        }
    }
    return QWidget::eventFilter(watched, event);
}

}
