// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "heatmap/rangebar.h"

namespace render {

/// The picture part of a RangeBar: histogram, ramp and the two handles.
class RangeHistogram : public QWidget
{
    Q_OBJECT

public:
    explicit RangeHistogram(QWidget* parent = nullptr);

    void setHistogram(const ValueHistogram& histogram);
    void setRange(const ColourRange& range);

    double pixelOf(double value) const;
    double valueAt(double pixel) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rangeDragged(const render::ColourRange& range);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Grip { None, Low, High, Both };
    Grip gripAt(double x) const;
    void moveEnds(const ColourRange& range);
    void paintCounts(QPainter& painter) const;
    void paintRamp(QPainter& painter) const;
    void paintHandle(QPainter& painter, double x) const;

    ValueHistogram m_histogram;
    ColourRange m_range;
    Grip m_grip = Grip::None;
    double m_gripX = 0;
    ColourRange m_gripRange;
};

}
