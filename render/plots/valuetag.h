// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

class QCPItemText;

namespace render {

class PlotCanvas;
struct Curve;

/// Tag at the pointer with name and value of the nearest curve.
class ValueTag
{
public:
    explicit ValueTag(PlotCanvas& canvas);

    /// The curve that is near enough to `pixel`; null: none, no tag.
    const Curve* show(QPointF pixel);
    void hide();
    void restyle();

private:
    void place(const Curve& curve, QPointF value, QPointF pixel);

    PlotCanvas& m_canvas;
    QCPItemText* m_text;
};

}
