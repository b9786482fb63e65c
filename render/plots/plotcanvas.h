// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "plots/curvestyle.h"
#include "plots/plotdata.h"
#include "theme/theme.h"

class QCPGraph;
class QCPItemText;
class QCPPainter;
class QCPLayer;
class QCustomPlot;
class QWidget;

namespace render {

/// Ranges of both axes; rising, positive.
struct AxesRange
{
    double left = 1;
    double right = 10;
    double bottom = 1e-5;
    double top = 1;

    friend bool operator==(const AxesRange&, const AxesRange&) = default;
};

/// One curve or band of a plot.
struct Curve
{
    QCPGraph* graph = nullptr; ///< the line, or the upper edge of a band
    QCPGraph* lower = nullptr; ///< lower edge of a band
    CurveRole role = CurveRole::Row;
    QString name;
    bool shown = false;
};

/// The QCustomPlot of a plot: log axes, curves by role, zoom and pan inside the home range. Private to render.
class PlotCanvas
{
public:
    explicit PlotCanvas(QWidget* parent);

    QCustomPlot* widget() { return m_plot; }
    const QCustomPlot* widget() const { return m_plot; }
    /// Above the curves, with its own buffer: replotting it is cheap.
    QCPLayer* overlay() { return m_overlay; }

    void setAxisTitles(const QString& x, const QString& y);
    /// Curves are drawn in the order they are added. The index stays valid.
    std::size_t addCurve(CurveRole role);
    void setLine(std::size_t curve, const QString& name, const Line& line);
    void setBand(std::size_t curve, const QString& name, const Band& band);
    const std::vector<Curve>& curves() const { return m_curves; }
    /// Indices as the legend lists them; without it, in the order they were added.
    void setLegendOrder(std::vector<std::size_t> order) { m_legendOrder = std::move(order); }
    std::vector<LegendEntry> legend() const;
    /// What double click and first sight show. Zoomed axes stay as they are.
    void setHome(const AxesRange& home);
    const AxesRange& home() const { return m_home; }
    AxesRange visible() const;
    bool isZoomed() const { return m_zoomed; }
    void resetView();
    /// In the middle of the axes; empty: nothing.
    void setNote(const QString& note);
    /// In the lower left corner.
    void setFacts(const QStringList& facts);
    void setTheme(const Theme& theme);
    const Theme& theme() const { return *m_theme; }
    /// Draws all other curves at half their opacity; null: none is emphasised.
    void emphasise(const Curve* curve);
    /// Whether a line runs through a stretch of the axes, in pixels; the fill of bands does not count.
    bool hasCurveIn(const QRectF& pixels) const;
    void replot();
    /// Adapts the number of ticks to the size.
    void resized();

    QPointF pixelOf(QPointF value) const;
    QPointF valueAt(QPointF pixel) const;
    QRectF axesRect() const;
    /// Takes the size and draws as vectors, with lines ending at the axes: SVG cannot clip.
    void drawTo(QCPPainter& painter, QSize size);

private:
    void keepInside();
    void apply(const AxesRange& range);

    QCustomPlot* m_plot;
    QCPLayer* m_overlay = nullptr;
    QCPItemText* m_note = nullptr;
    QCPItemText* m_facts = nullptr;
    QCPItemText* m_yTitle = nullptr;
    std::vector<Curve> m_curves;
    std::vector<std::size_t> m_legendOrder;
    AxesRange m_home;
    const Theme* m_theme;
    bool m_zoomed = false;
    bool m_applying = false;
};

}
