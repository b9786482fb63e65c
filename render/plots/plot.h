// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "theme/theme.h"

class QPaintDevice;

namespace render {

class CrosshairItems;
class PlotCanvas;
class ValueTag;
struct Crosshair;

/// A plot with its legend in the title row. Zoom (wheel) and pan (drag) stay when the data change; a double click shows
/// all.
class Plot : public QWidget
{
    Q_OBJECT

public:
    ~Plot() override;

    const QString& title() const { return m_title; }
    void setTitle(const QString& title);
    /// Colours other than the program's: figures.
    void setTheme(const Theme& theme);
    /// Draws title row and plot as vectors, `scale` device units per px of `size`. The widget takes that size.
    void drawTo(QPaintDevice& device, QSize size, double scale);
    /// Shows the whole axes again.
    void resetView();
    bool isZoomed() const;
    /// Where a value of the axes lies in this widget, px.
    QPointF pixelOf(QPointF value) const;
    /// The axes' area in this widget, px.
    QRectF axesRect() const;
    /// Ranges that are seen: left and right as x, bottom and top as y.
    QRectF visibleRange() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user clicked at these values of the axes.
    void clicked(QPointF value);

protected:
    Plot(const QString& title, QWidget* parent);

    PlotCanvas& canvas() { return *m_canvas; }
    /// After data changed: legend and curves.
    void refresh();
    /// Cheap: only lines, tags and dots move.
    void moveCrosshair(const Crosshair& crosshair);

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void point(QPointF pixel);

    QString m_title;
    const Theme* m_theme;
    std::unique_ptr<PlotCanvas> m_canvas;
    std::unique_ptr<CrosshairItems> m_crosshair;
    std::unique_ptr<ValueTag> m_tag;
    const void* m_emphasised = nullptr;
    QPointF m_pressed;
};

}
