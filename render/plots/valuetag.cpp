// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/valuetag.h"

#include <cmath>
#include <optional>

#include <qcustomplot.h>

#include "plots/plotcanvas.h"
#include "theme/numbertext.h"

namespace render {

namespace {

constexpr double reach = 12; ///< px from pointer to curve
constexpr int digits = 3;

/// Point of a curve at the pointer's x, between its neighbours along both log axes.
std::optional<QPointF> valueOn(const Curve& curve, double x)
{
    const auto& data = *curve.graph->data();
    const auto right = data.findBegin(x, false);
    if (right == data.constEnd() || right->key < x || right == data.constBegin())
        return std::nullopt;
    const auto left = right - 1;
    if (!(left->value > 0) || !(right->value > 0))
        return std::nullopt;
    const double t = std::log(x / left->key) / std::log(right->key / left->key);
    return QPointF(x, left->value * std::pow(right->value / left->value, t));
}

}

ValueTag::ValueTag(PlotCanvas& canvas)
    : m_canvas(canvas)
    , m_text(new QCPItemText(canvas.widget()))
{
    m_text->setLayer(canvas.overlay());
    m_text->setFont(textFont(px::smallText));
    m_text->setPadding({5, 1, 5, 1});
    m_text->position->setType(QCPItemPosition::ptAbsolute);
    m_text->setVisible(false);
    restyle();
}

const Curve* ValueTag::show(QPointF pixel)
{
    const double x = m_canvas.valueAt(pixel).x();
    const Curve* nearest = nullptr;
    QPointF value;
    double distance = reach;
    if (m_canvas.axesRect().contains(pixel)) {
        for (const Curve& curve : m_canvas.curves()) {
            const auto here = curve.shown && !isBand(curve.role) ? valueOn(curve, x) : std::nullopt;
            const double away = here ? std::abs(m_canvas.pixelOf(*here).y() - pixel.y()) : distance;
            if (away < distance) {
                nearest = &curve;
                value = *here;
                distance = away;
            }
        }
    }
    m_text->setVisible(nearest != nullptr);
    if (nearest != nullptr)
        place(*nearest, value, pixel);
    return nearest;
}

void ValueTag::hide()
{
    m_text->setVisible(false);
}

void ValueTag::restyle()
{
    m_text->setColor(m_canvas.theme().ink);
    m_text->setBrush(m_canvas.theme().panel2);
    m_text->setPen(QPen(m_canvas.theme().line2, 1));
}

void ValueTag::place(const Curve& curve, QPointF value, QPointF pixel)
{
    m_text->setText(QStringLiteral("%1 · %2: %3")
                        .arg(curve.name, countText(static_cast<qulonglong>(value.x())), valueText(value.y(), digits)));
    const QRectF axes = m_canvas.axesRect();
    const bool left = pixel.x() > axes.center().x();
    const bool above = pixel.y() > axes.top() + 24;
    m_text->setPositionAlignment((left ? Qt::AlignRight : Qt::AlignLeft) | (above ? Qt::AlignBottom : Qt::AlignTop));
    m_text->position->setCoords(pixel.x() + (left ? -8 : 8), pixel.y() + (above ? -8 : 14));
}

}
