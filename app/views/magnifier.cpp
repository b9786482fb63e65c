// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/magnifier.h"

#include "theme/themesource.h"

#include <QMouseEvent>
#include <QPainter>

namespace app {

namespace {

constexpr int cellSize = 15;
constexpr int pitch = cellSize + 1;
constexpr int rowLabels = 48;
constexpr int columnLabels = 54; ///< seven characters and the gap
constexpr int labelGap = 6;

QFont labelFont(bool picked)
{
    return render::textFont(10, picked ? QFont::Bold : QFont::Normal);
}

}

Magnifier::Magnifier(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Cells around the picked one"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void Magnifier::setValues(const MagnifierValues& values)
{
    m_values = values;
    updateGeometry();
    update();
}

QRect Magnifier::cellRect(int row, int column) const
{
    return {rowLabels + column * pitch, row * pitch, cellSize, cellSize};
}

QSize Magnifier::sizeHint() const
{
    if (m_values.rows == 0)
        return {0, 0};
    return {rowLabels + m_values.columns * pitch, m_values.rows * pitch + columnLabels};
}

void Magnifier::mousePressEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const int column = (position.x() - rowLabels) / pitch;
    const int row = position.y() / pitch;
    if (position.x() >= rowLabels && column < m_values.columns && row < m_values.rows)
        Q_EMIT cellChosen(row, column);
}

void Magnifier::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (int row = 0; row < m_values.rows; ++row) {
        for (int column = 0; column < m_values.columns; ++column) {
            const auto at = static_cast<std::size_t>(row * m_values.columns + column);
            painter.fillRect(cellRect(row, column), QColor::fromRgb(m_values.colours[at]));
        }
    }
    paintLabels(painter);
    paintPick(painter);
}

void Magnifier::paintLabels(QPainter& painter) const
{
    const render::Theme& theme = render::theme();
    const auto write = [&](const QRect& place, Qt::AlignmentFlag side, const QString& text, bool picked) {
        painter.setFont(labelFont(picked));
        painter.setPen(picked ? theme.accent : theme.ink2);
        const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideMiddle, place.width());
        painter.drawText(place, static_cast<int>(side) | static_cast<int>(Qt::AlignVCenter), shown);
    };
    for (int row = 0; row < m_values.rows && row < m_values.rowLabels.size(); ++row)
        write({0, row * pitch, rowLabels - labelGap, cellSize}, Qt::AlignRight, m_values.rowLabels[row],
            row == m_values.pickedRow);
    for (int column = 0; column < m_values.columns && column < m_values.columnLabels.size(); ++column) {
        painter.save();
        painter.translate(cellRect(0, column).left(), m_values.rows * pitch + columnLabels);
        painter.rotate(-90);
        write({0, 0, columnLabels - labelGap, cellSize}, Qt::AlignRight, m_values.columnLabels[column],
            column == m_values.pickedColumn);
        painter.restore();
    }
}

void Magnifier::paintPick(QPainter& painter) const
{
    if (m_values.pickedRow < 0 || m_values.pickedRow >= m_values.rows)
        return;
    const render::Theme& theme = render::theme();
    const auto outline = [&](const QRectF& area, double wide) {
        painter.setPen(QPen(render::withAlpha(theme.halo, 0.55), wide + 2));
        painter.drawRect(area);
        painter.setPen(QPen(theme.pick, wide));
        painter.drawRect(area);
    };
    painter.setBrush(Qt::NoBrush);
    const QRectF row =
        QRectF(cellRect(m_values.pickedRow, 0)).united(QRectF(cellRect(m_values.pickedRow, m_values.columns - 1)));
    outline(row.adjusted(0, 0, 0, 0), 1);
    if (m_values.pickedColumn >= 0 && m_values.pickedColumn < m_values.columns)
        outline(QRectF(cellRect(m_values.pickedRow, m_values.pickedColumn)), 2);
}

}
