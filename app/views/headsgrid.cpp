// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/headsgrid.h"

#include "theme/palette.h"
#include "theme/themesource.h"
#include "views/headslayout.h"
#include "views/numbertext.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace app {

namespace {

constexpr int farStep = 8;
constexpr int hintWidth = 224;

}

HeadsGrid::HeadsGrid(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Heads: layers by heads"));
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void HeadsGrid::setValues(HeadsGridValues values)
{
    if (values == m_values)
        return;
    m_values = std::move(values);
    m_hovered.reset();
    updateGeometry();
    update();
}

void HeadsGrid::setSelected(const HeadPlace& place)
{
    m_selected = place;
    if (const HeadCell* cell = cellAt(place))
        setAccessibleDescription(cell->toolTip);
    update();
}

void HeadsGrid::pickHead(std::size_t head)
{
    HeadPlace place = m_selected;
    place.head = head;
    choose(place);
}

QRect HeadsGrid::cellRect(const HeadPlace& place) const
{
    return HeadsLayout(m_values, width()).cell(place);
}

bool HeadsGrid::showsNumbers() const
{
    return HeadsLayout(m_values, width()).hasNumbers();
}

QSize HeadsGrid::sizeHint() const
{
    return HeadsLayout(m_values, std::max(width(), hintWidth)).total();
}

QSize HeadsGrid::minimumSizeHint() const
{
    const HeadsLayout narrow(m_values, 0);
    return {narrow.total().width(), HeadsLayout(m_values, std::max(width(), narrow.total().width())).total().height()};
}

const HeadCell* HeadsGrid::cellAt(const HeadPlace& place) const
{
    if (place.section >= m_values.sections.size() || place.row >= m_values.sections[place.section].rows.size())
        return nullptr;
    const auto& cells = m_values.sections[place.section].rows[place.row].cells;
    return place.head < cells.size() && cells[place.head].exists ? &cells[place.head] : nullptr;
}

std::optional<HeadPlace> HeadsGrid::placeAt(const QPoint& position) const
{
    const HeadsLayout layout(m_values, width());
    for (std::size_t section = 0; section < m_values.sections.size(); ++section) {
        const QRect first = layout.cell({section, 0, 0});
        const int right = position.x() - first.left();
        const int down = position.y() - first.top();
        if (right < 0 || down < 0)
            continue;
        const HeadPlace place{section, static_cast<std::size_t>(down / (first.height() + layout.gap())),
            static_cast<std::size_t>(right / (first.width() + layout.gap()))};
        if (cellAt(place))
            return place;
    }
    return std::nullopt;
}

void HeadsGrid::choose(const HeadPlace& place)
{
    if (!cellAt(place) || place == m_selected)
        return;
    setSelected(place);
    Q_EMIT headChosen(place);
}

/// Rows of all sections count as one column, so that up and down cross from one section into the next.
void HeadsGrid::moveBy(int heads, int layers)
{
    std::vector<HeadPlace> rows;
    int current = 0;
    for (std::size_t section = 0; section < m_values.sections.size(); ++section) {
        for (std::size_t row = 0; row < m_values.sections[section].rows.size(); ++row) {
            if (section == m_selected.section && row == m_selected.row)
                current = static_cast<int>(rows.size());
            rows.push_back({section, row, 0});
        }
    }
    if (rows.empty())
        return;
    const int next = std::clamp(current + layers, 0, static_cast<int>(rows.size()) - 1);
    HeadPlace place = rows[static_cast<std::size_t>(next)];
    const auto& cells = m_values.sections[place.section].rows[place.row].cells;
    const int last = static_cast<int>(cells.size()) - 1;
    place.head = static_cast<std::size_t>(std::clamp(static_cast<int>(m_selected.head) + heads, 0, std::max(last, 0)));
    choose(place);
}

void HeadsGrid::hover(const std::optional<HeadPlace>& place)
{
    if (place == m_hovered)
        return;
    m_hovered = place;
    update();
    Q_EMIT headHovered(place);
}

void HeadsGrid::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && place)
        choose(*place);
}

void HeadsGrid::mouseMoveEvent(QMouseEvent* event)
{
    hover(placeAt(event->position().toPoint()));
}

void HeadsGrid::leaveEvent(QEvent*)
{
    hover(std::nullopt);
}

void HeadsGrid::keyPressEvent(QKeyEvent* event)
{
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? farStep : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return moveBy(-step, 0);
    case Qt::Key_Right:
        return moveBy(step, 0);
    case Qt::Key_Up:
        return moveBy(0, -step);
    case Qt::Key_Down:
        return moveBy(0, step);
    default:
        break;
    }
    if (event->key() >= Qt::Key_0 && event->key() <= Qt::Key_9 && !(event->modifiers() & ~Qt::KeypadModifier))
        return pickHead(static_cast<std::size_t>(event->key() - Qt::Key_0));
    QWidget::keyPressEvent(event);
}

bool HeadsGrid::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto place = placeAt(help->pos());
        if (place)
            QToolTip::showText(help->globalPos(), cellAt(*place)->toolTip, this, cellRect(*place));
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void HeadsGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (std::size_t section = 0; section < m_values.sections.size(); ++section)
        paintSection(painter, section);
    paintOutlines(painter);
}

void HeadsGrid::paintSection(QPainter& painter, std::size_t section) const
{
    const HeadsLayout layout(m_values, width());
    const render::Theme& theme = render::theme();
    const HeadSection& content = m_values.sections[section];
    int top = layout.sectionTop(section);
    if (layout.titleHeight(section) > 0) {
        painter.setFont(render::textFont(11, QFont::Bold));
        painter.setPen(theme.ink2);
        painter.drawText(QRect(0, top, width(), layout.titleHeight(section)), Qt::AlignVCenter, content.title);
        top += layout.titleHeight(section);
    }
    if (layout.bracketHeight(section) > 0)
        paintBrackets(painter, section, top);
    std::size_t columns = 0;
    for (std::size_t row = 0; row < content.rows.size(); ++row) {
        const QRect first = layout.cell({section, row, 0});
        columns = std::max(columns, content.rows[row].cells.size());
        painter.setFont(render::textFont(10));
        painter.setPen(section == m_selected.section && row == m_selected.row ? theme.ink : theme.ink2);
        painter.drawText(QRect(0, first.top(), layout.labelWidth() - 5, first.height()),
            Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, QStringLiteral("L%1").arg(content.rows[row].layer));
        for (std::size_t head = 0; head < content.rows[row].cells.size(); ++head)
            paintCell(painter, {section, row, head}, content.rows[row].cells[head]);
    }
    painter.setFont(render::textFont(10));
    painter.setPen(theme.ink3);
    const std::size_t every = layout.cellSize().width() < 16 ? 8 : 1;
    for (std::size_t head = 0; head < columns; head += every) {
        const QRect cell = layout.cell({section, 0, head});
        painter.drawText(QRect(cell.left() - 8, layout.indexTop(section), cell.width() + 16, 14), Qt::AlignCenter,
            QString::number(head));
    }
}

void HeadsGrid::paintBrackets(QPainter& painter, std::size_t section, int top) const
{
    const HeadsLayout layout(m_values, width());
    const render::Theme& theme = render::theme();
    const HeadSection& content = m_values.sections[section];
    const std::size_t heads = content.rows.empty() ? 0 : content.rows.front().cells.size();
    const auto groups = static_cast<std::size_t>(content.keyValueHeads);
    const std::size_t shared = heads / groups;
    if (shared == 0)
        return;
    painter.setFont(render::textFont(10));
    for (std::size_t group = 0; group < groups; ++group) {
        const int left = layout.cell({section, 0, group * shared}).left();
        const int right = layout.cell({section, 0, (group + 1) * shared - 1}).right();
        const QString wide = QStringLiteral("kv %1").arg(group);
        const bool fits = painter.fontMetrics().horizontalAdvance(wide) <= right - left;
        painter.setPen(theme.ink3);
        painter.drawText(QRect(left, top, right - left + 1, 12), Qt::AlignCenter | Qt::TextDontClip,
            fits ? wide : QString::number(group));
        painter.fillRect(QRect(left, top + 13, right - left + 1, 1), theme.line2);
    }
}

void HeadsGrid::paintCell(QPainter& painter, const HeadPlace& place, const HeadCell& cell) const
{
    if (!cell.exists)
        return;
    const HeadsLayout layout(m_values, width());
    const render::Theme& theme = render::theme();
    const QRect rect = layout.cell(place);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QColor ground = theme.panel2;
    QColor ink = theme.ink3;
    if (cell.number) {
        const double span = m_values.high - m_values.low;
        const double share = span > 0 ? (*cell.number - m_values.low) / span : 0;
        const QRgb colour = render::tableColour(render::sequentialTable(theme.shade), share);
        ground = QColor::fromRgb(colour);
        ink = render::textOn(colour);
    }
    painter.setBrush(ground);
    painter.drawRoundedRect(rect, 2, 2);
    if (!layout.hasNumbers())
        return;
    painter.setFont(render::textFont(10, place == m_selected ? QFont::Bold : QFont::Normal));
    painter.setPen(ink);
    painter.drawText(rect, Qt::AlignCenter, cell.number ? cellText(*cell.number) : QStringLiteral("…"));
}

void HeadsGrid::paintOutlines(QPainter& painter) const
{
    const render::Theme& theme = render::theme();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (m_hovered && cellAt(*m_hovered)) {
        painter.setPen(QPen(render::withAlpha(theme.pick, 0.6), 1));
        painter.drawRoundedRect(QRectF(cellRect(*m_hovered)).adjusted(-0.5, -0.5, 0.5, 0.5), 2, 2);
    }
    if (cellAt(m_selected)) {
        const QRectF cell(cellRect(m_selected));
        painter.setPen(QPen(theme.panel, 1));
        painter.drawRoundedRect(cell.adjusted(-0.5, -0.5, 0.5, 0.5), 2, 2);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(cell.adjusted(-1.5, -1.5, 1.5, 1.5), 3, 3);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

}
