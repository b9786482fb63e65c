// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <cstddef>

namespace app {

struct HeadsGridValues;
struct HeadPlace;

/// Where the parts of the heads overview lie; pure arithmetic over widget width and shape of the dump.
class HeadsLayout
{
public:
    HeadsLayout(const HeadsGridValues& values, int width);

    QRect cell(const HeadPlace& place) const;
    int sectionTop(std::size_t section) const;
    int titleHeight(std::size_t section) const; ///< 0 without title
    int bracketHeight(std::size_t section) const; ///< 0 without brackets
    int indexTop(std::size_t section) const; ///< of the row of column indices
    int labelWidth() const { return m_labelWidth; }
    QSize cellSize() const { return m_cell; }
    int gap() const { return m_gap; }
    bool hasNumbers() const; ///< at least 22 x 16
    QSize total() const;

private:
    int sectionHeight(std::size_t section) const;

    const HeadsGridValues& m_values;
    std::size_t m_columns = 1;
    int m_labelWidth;
    int m_gap;
    QSize m_cell;
};

}
