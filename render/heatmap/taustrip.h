// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "base/interval.h"
#include "heatmap/axisview.h"

namespace render {

/// Tail mass of the rows beside a map, one bar per row on a log axis up to 1, in verdict colours. Reduced rows show the
/// largest.
class TauStrip : public QWidget
{
    Q_OBJECT

public:
    explicit TauStrip(QWidget* parent = nullptr);

    /// One interval per row of the head; absent: no number (masked, NaN, not computed).
    void setTailMass(std::vector<std::optional<core::Interval>> rows);
    void setEpsilon(double epsilon);
    /// The map's rows, in px of this widget.
    void setRows(const AxisView& rows);
    void setPick(std::optional<std::size_t> row);

    /// Left end of the axis: 10⁻⁴, or a decade or two below a smaller epsilon.
    double axisFrom() const;
    double pixelOf(double tailMass) const;

    QSize sizeHint() const override;

Q_SIGNALS:
    void rowClicked(std::size_t row);
    void rowHovered(std::optional<std::size_t> row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    std::optional<std::size_t> rowAt(double y) const;
    std::optional<core::Interval> largestBetween(std::size_t begin, std::size_t end) const;
    void paintBar(QPainter& painter, const core::Interval& tailMass, double y, double height) const;
    void paintAxis(QPainter& painter) const;

    std::vector<std::optional<core::Interval>> m_tailMass;
    AxisView m_rows;
    double m_epsilon = 0.01;
    std::optional<std::size_t> m_pick;
};

}
