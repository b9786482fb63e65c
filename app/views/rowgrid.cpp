// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/rowgrid.h"

#include "views/focusoutline.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace app {

namespace {

constexpr int rowHeight = 19;
constexpr int labelGap = 8;
constexpr int columnGap = 16;

}

RowGrid::RowGrid(Columns columns, QWidget* parent)
    : QWidget(parent)
    , m_columns(columns)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void RowGrid::setValues(std::vector<LabelledValue> values)
{
    while (m_cells.size() > values.size()) {
        delete m_cells.back().label;
        delete m_cells.back().value;
        m_cells.pop_back();
    }
    while (m_cells.size() < values.size())
        m_cells.push_back(makeCell());
    for (std::size_t i = 0; i < values.size(); ++i) {
        m_cells[i].label->setRun(values[i].label);
        m_cells[i].value->setRun(values[i].value);
        m_cells[i].copied = values[i].copied;
        m_cells[i].label->setToolTip(values[i].toolTip);
        m_cells[i].value->setToolTip(values[i].toolTip);
    }
    const bool copies =
        std::any_of(m_cells.begin(), m_cells.end(), [](const Cell& cell) { return !cell.copied.isEmpty(); });
    setFocusPolicy(copies ? Qt::StrongFocus : Qt::NoFocus);
    m_current = std::min(m_current, m_cells.empty() ? 0 : m_cells.size() - 1);
    arrange();
    if (const QSize needed = minimumSizeHint(); needed != m_needed) {
        m_needed = needed;
        updateGeometry();
    }
}

RowGrid::Cell RowGrid::makeCell()
{
    Cell cell{new TextLine(this), new TextLine(this), QString()};
    cell.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (TextLine* line : {cell.label, cell.value}) {
        line->installEventFilter(this);
        line->show();
    }
    return cell;
}

void RowGrid::arrange()
{
    const int columns = fitsTwo(width()) ? 2 : 1;
    const int left = widthOfColumn(0, 2);
    const int right = widthOfColumn(1, 2);
    const int half = (width() - columnGap) / 2;
    const int first = std::clamp(half, left, std::max(left, width() - columnGap - right));
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const int at = static_cast<int>(i);
        const bool second = columns == 2 && at % 2 == 1;
        const int x = second ? first + columnGap : 0;
        const int wide = columns == 1 ? width() : (second ? width() - x : first);
        const int y = at / columns * rowHeight;
        const int value = m_cells[i].value->textWidth();
        m_cells[i].label->setGeometry(x, y, m_cells[i].label->textWidth(), rowHeight);
        m_cells[i].value->setGeometry(x + wide - value, y, value, rowHeight);
    }
    if (columns != m_columnCount) {
        m_columnCount = columns;
        updateGeometry();
    }
}

/// Of every second cell: of the whole grid when it has one column.
int RowGrid::widthOfColumn(std::size_t first, std::size_t every) const
{
    int widest = 0;
    for (std::size_t i = first; i < m_cells.size(); i += every)
        widest = std::max(widest, m_cells[i].label->textWidth() + labelGap + m_cells[i].value->textWidth());
    return widest;
}

bool RowGrid::fitsTwo(int width) const
{
    return m_columns == Columns::TwoIfTheyFit && m_cells.size() > 1
        && widthOfColumn(0, 2) + columnGap + widthOfColumn(1, 2) <= width;
}

QSize RowGrid::sizeHint() const
{
    return {widthOfColumn(0, 1), minimumSizeHint().height()};
}

QSize RowGrid::minimumSizeHint() const
{
    const int columns = m_columnCount;
    return {widthOfColumn(0, 1), (static_cast<int>(m_cells.size()) + columns - 1) / columns * rowHeight};
}

void RowGrid::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool RowGrid::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        for (const Cell& cell : m_cells) {
            if (watched == cell.label || watched == cell.value)
                copy(cell);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RowGrid::copy(const Cell& cell)
{
    if (!cell.copied.isEmpty())
        Q_EMIT copyRequested(cell.label->text() + QLatin1Char(' ') + cell.copied);
}

void RowGrid::keyPressEvent(QKeyEvent* event)
{
    const bool copies =
        event->matches(QKeySequence::Copy) || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (copies && m_current < m_cells.size())
        return copy(m_cells[m_current]);
    if (event->key() == Qt::Key_Up && m_current > 0)
        --m_current;
    else if (event->key() == Qt::Key_Down && m_current + 1 < m_cells.size())
        ++m_current;
    else
        return QWidget::keyPressEvent(event);
    update();
}

void RowGrid::paintEvent(QPaintEvent*)
{
    if (!hasFocus() || m_current >= m_cells.size())
        return;
    QPainter painter(this);
    paintFocusOutline(
        painter, QRectF(m_cells[m_current].label->geometry().united(m_cells[m_current].value->geometry())));
}

}
