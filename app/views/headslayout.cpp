// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/headslayout.h"

#include "views/headsgrid.h"

#include <algorithm>

namespace app {

namespace {

constexpr int outline = 3; // room for the outline of a cell at the edge
constexpr int label = 22;
constexpr int wideGap = 2;
constexpr int narrowGap = 1;
constexpr std::size_t mostLargeHeads = 24;
constexpr int smallCell = 10;
constexpr int smallestCell = 8;
constexpr int tallCell = 22;
constexpr int widestCell = 32;
constexpr int titleLine = 18;
constexpr int bracketLine = 16;
constexpr int indexLine = 14;
constexpr int sectionGap = 6;

}

HeadsLayout::HeadsLayout(const HeadsGridValues& values, int width)
    : m_values(values)
    , m_labelWidth(label)
    , m_gap(wideGap)
{
    for (const HeadSection& section : values.sections) {
        for (const HeadRow& row : section.rows)
            m_columns = std::max(m_columns, row.cells.size());
    }
    const int columns = static_cast<int>(m_columns);
    if (m_columns > mostLargeHeads) {
        m_gap = narrowGap;
        m_cell = {smallCell, smallCell};
        return;
    }
    const auto room = [&](int gap) { return (width - label - outline - gap * (columns - 1)) / columns; };
    if (room(wideGap) < tallCell)
        m_gap = narrowGap;
    const int wide = std::clamp(room(m_gap), smallestCell, widestCell);
    m_cell = {wide, std::min(wide, tallCell)};
}

bool HeadsLayout::hasNumbers() const
{
    return m_cell.width() >= 22 && m_cell.height() >= 16;
}

int HeadsLayout::titleHeight(std::size_t section) const
{
    return m_values.sections[section].title.isEmpty() ? 0 : titleLine;
}

int HeadsLayout::bracketHeight(std::size_t section) const
{
    return m_values.sections[section].keyValueHeads > 0 ? bracketLine : 0;
}

int HeadsLayout::sectionHeight(std::size_t section) const
{
    const int rows = static_cast<int>(m_values.sections[section].rows.size());
    return titleHeight(section) + bracketHeight(section) + outline + rows * (m_cell.height() + m_gap) + indexLine
        + sectionGap;
}

int HeadsLayout::sectionTop(std::size_t section) const
{
    int top = 0;
    for (std::size_t i = 0; i < section; ++i)
        top += sectionHeight(i);
    return top;
}

int HeadsLayout::indexTop(std::size_t section) const
{
    return sectionTop(section) + sectionHeight(section) - indexLine - sectionGap + 1;
}

QRect HeadsLayout::cell(const HeadPlace& place) const
{
    const int left = m_labelWidth + static_cast<int>(place.head) * (m_cell.width() + m_gap);
    const int top = sectionTop(place.section) + titleHeight(place.section) + bracketHeight(place.section) + outline
        + static_cast<int>(place.row) * (m_cell.height() + m_gap);
    return {QPoint(left, top), m_cell};
}

QSize HeadsLayout::total() const
{
    const int columns = static_cast<int>(m_columns);
    const int wide = m_labelWidth + columns * (m_cell.width() + m_gap) - m_gap + outline;
    return {wide,
        m_values.sections.empty()
            ? 0
            : sectionTop(m_values.sections.size() - 1) + sectionHeight(m_values.sections.size() - 1)};
}

}
