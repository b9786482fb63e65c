// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QColor>
#include <QWidget>

#include "theme/theme.h"

class QCustomPlot;

namespace render {

/// Entry of a plot's legend.
struct LegendEntry
{
    enum class Ink { Line, Dashed, Dotted, Area };
    QString name;
    QColor colour;
    Ink ink = Ink::Line;
    double width = 2;
    bool givesWay = false; ///< left out first when the title row gets narrow
};

/// A plot with its legend in the title row. Zoom (wheel) and pan (drag) stay when the data change; a double click shows
/// all.
class Plot : public QWidget
{
    Q_OBJECT

public:
    ~Plot() override;

    QString title() const;
    /// Draws title row and plot into `area` as vectors, with another theme for this once.
    void drawTo(QPainter& painter, QSize size, const Theme& style);
    /// Shows the whole axes again.
    void resetView();
    bool isZoomed() const;
    /// Where a value of the axes lies in this widget, px.
    QPointF pixelOf(QPointF value) const;
    /// The plot's axes area in this widget, px.
    QRectF axesRect() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The user clicked at these values of the axes.
    void clicked(QPointF value);

protected:
    explicit Plot(const QString& title, QWidget* parent);

    struct Parts;
    Parts& parts() { return *m_parts; }
    const Parts& parts() const { return *m_parts; }

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Colours of the theme for every curve and item; called on a new theme.
    virtual void restyle(const Theme& style) = 0;

private:
    std::unique_ptr<Parts> m_parts;
};

}
