// SPDX-License-Identifier: GPL-3.0-or-later
// What the user does to a HeatmapView: pointer, wheel and keys.
#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QHelpEvent>
#include <QToolTip>
#include <QWheelEvent>

#include "heatmap/heatmapview.h"

namespace render {

namespace {

/// Zoom of one notch of a wheel: 120 eighths of a degree.
constexpr double notchZoom = 1.25;
constexpr long long longStep = 8;

std::size_t moved(std::size_t index, int by, std::size_t total, Qt::KeyboardModifiers modifiers)
{
    if (by == 0)
        return index;
    const auto last = static_cast<long long>(total) - 1;
    if (modifiers.testFlag(Qt::ControlModifier))
        return by < 0 ? 0 : static_cast<std::size_t>(last);
    const long long step = modifiers.testFlag(Qt::ShiftModifier) ? by * longStep : by;
    return static_cast<std::size_t>(std::clamp(static_cast<long long>(index) + step, 0LL, last));
}

}

QPointF HeatmapView::shareOf(QPointF position) const
{
    const QPointF inMap = position - m_layout.map.topLeft();
    return {std::clamp(inMap.x() / std::max(1.0, m_layout.map.width()), 0.0, 1.0),
        std::clamp(inMap.y() / std::max(1.0, m_layout.map.height()), 0.0, 1.0)};
}

void HeatmapView::zoomAt(QPointF position, double factor)
{
    if (m_head.size.empty())
        return;
    const QPointF before = shareOf(position);
    const double row = m_camera.row + before.y() * m_camera.rows;
    const double key = m_camera.key + before.x() * m_camera.keys;
    Camera camera = zoomed(m_camera, m_head.size, factor, before);
    // Tokens that come or go move the map: put the cell back under the pointer.
    const QRectF map = layoutMap(m_head, camera, size()).map;
    camera.row = row - std::clamp((position.y() - map.top()) / map.height(), 0.0, 1.0) * camera.rows;
    camera.key = key - std::clamp((position.x() - map.left()) / map.width(), 0.0, 1.0) * camera.keys;
    showCamera(clamped(camera, m_head.size));
}

void HeatmapView::zoomInMiddle(double factor)
{
    zoomAt(m_layout.map.center(), factor);
}

void HeatmapView::hover(std::optional<Cell> cell)
{
    if (cell == m_hover)
        return;
    m_hover = cell;
    update();
    Q_EMIT hovered(cell);
}

void HeatmapView::nudge(int rows, int keys, Qt::KeyboardModifiers modifiers)
{
    if (m_head.size.empty())
        return;
    Cell cell;
    if (m_markers.pick) {
        cell = {moved(m_markers.pick->row, rows, m_head.size.rows, modifiers),
            moved(m_markers.pick->key, keys, m_head.size.keys, modifiers)};
    } else {
        cell = m_hover.value_or(cellAt(m_layout.map.center()).value_or(Cell{}));
    }
    setPick(cell);
    reveal(cell);
    Q_EMIT picked(cell);
}

bool HeatmapView::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = cellAt(help->pos());
    const QString text = cell && m_toolTip ? m_toolTip(*cell) : QString();
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void HeatmapView::resizeEvent(QResizeEvent*)
{
    relayout();
}

void HeatmapView::wheelEvent(QWheelEvent* event)
{
    const QPoint turn = event->angleDelta();
    if (!m_layout.map.contains(event->position()) || turn.y() == 0) {
        event->ignore();
        return;
    }
    zoomAt(event->position(), std::pow(notchZoom, turn.y() / 120.0));
    hover(cellAt(event->position()));
    event->accept();
}

void HeatmapView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_layout.map.contains(event->position()))
        m_drag = Drag{event->position(), m_camera, false};
    else
        QWidget::mousePressEvent(event);
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drag) {
        hover(cellAt(event->position()));
        return;
    }
    const QPointF by = event->position() - m_drag->from;
    if (!m_drag->moved && by.manhattanLength() < QApplication::startDragDistance())
        return;
    m_drag->moved = true;
    setCursor(Qt::ClosedHandCursor);
    const QPointF share(by.x() / m_layout.map.width(), by.y() / m_layout.map.height());
    showCamera(panned(m_drag->camera, m_head.size, share));
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_drag)
        return;
    const bool click = !m_drag->moved;
    m_drag.reset();
    unsetCursor();
    const auto cell = cellAt(event->position());
    if (!click || !cell)
        return;
    setPick(cell);
    Q_EMIT picked(*cell);
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        fit();
}

void HeatmapView::leaveEvent(QEvent*)
{
    hover(std::nullopt);
}

void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        return nudge(-1, 0, event->modifiers());
    case Qt::Key_Down:
        return nudge(1, 0, event->modifiers());
    case Qt::Key_Left:
        return nudge(0, -1, event->modifiers());
    case Qt::Key_Right:
        return nudge(0, 1, event->modifiers());
    default:
        QWidget::keyPressEvent(event);
    }
}

}
