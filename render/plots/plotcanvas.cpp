// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/plotcanvas.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <qcustomplot.h>

#include "plots/decadeticker.h"
#include "plots/lineclip.h"
#include "theme/themesource.h"

namespace render {

namespace {

const QMargins axesMargins(52, 10, 14, 36);
constexpr int xTickSpacing = 44;
constexpr int yTickSpacing = 22;
constexpr double yTitleX = 10; ///< its middle, px; the width of tick labels does not move it
constexpr double zoomStep = 0.8;

QVector<QCPGraphData> pointsOf(const std::vector<double>& x, const std::vector<double>& y)
{
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(x.size()));
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
        points.append(QCPGraphData(x[i], y[i]));
    return points;
}

void setPoints(QCPGraph* graph, const std::vector<double>& x, const std::vector<double>& y)
{
    graph->data()->set(pointsOf(x, y), true);
}

void prepareAxis(QCPAxis* axis)
{
    axis->setScaleType(QCPAxis::stLogarithmic);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(0);
    axis->setSubTicks(false);
    axis->setTickLabelPadding(5);
    axis->setTickPen(Qt::NoPen);
    axis->setTickLabelFont(textFont(px::tickText));
    axis->setLabelFont(textFont(px::smallText));
    axis->grid()->setZeroLinePen(Qt::NoPen);
}

QCPItemText* addText(QCustomPlot* plot, QCPLayer* layer, QPointF place, Qt::Alignment alignment)
{
    auto* text = new QCPItemText(plot);
    text->setLayer(layer);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(place);
    text->setPositionAlignment(alignment);
    text->setVisible(false);
    return text;
}

QCPRange insideOf(const QCPRange& range, double lower, double upper)
{
    const double span = std::min(range.upper / range.lower, upper / lower);
    const double from = std::clamp(range.lower, lower, upper / span);
    return {from, from * span};
}

QPen faded(QPen pen)
{
    pen.setColor(withAlpha(pen.color(), 0.5));
    return pen;
}

}

PlotCanvas::PlotCanvas(QWidget* parent)
    : m_plot(new QCustomPlot(parent))
    , m_theme(&render::theme())
{
    m_plot->addLayer(QStringLiteral("marks"), m_plot->layer(QStringLiteral("main")), QCustomPlot::limAbove);
    m_overlay = m_plot->layer(QStringLiteral("marks"));
    m_overlay->setMode(QCPLayer::lmBuffered);
    m_plot->layer(QStringLiteral("grid"))->setMode(QCPLayer::lmLogical);
    m_plot->axisRect()->setAutoMargins(QCP::msNone);
    m_plot->axisRect()->setMargins(axesMargins);
    m_plot->axisRect()->setMinimumMargins({});
    m_plot->plotLayout()->setMargins({});
    prepareAxis(m_plot->xAxis);
    prepareAxis(m_plot->yAxis);
    m_plot->xAxis->setLabelPadding(3);
    m_yTitle = addText(m_plot, m_overlay, {0, 0.5}, Qt::AlignCenter);
    m_yTitle->position->setTypeX(QCPItemPosition::ptAbsolute);
    m_yTitle->position->setCoords(yTitleX, 0.5);
    m_yTitle->setRotation(-90);
    m_yTitle->setClipToAxisRect(false);
    m_yTitle->setVisible(true);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeZoomFactor(zoomStep);
    m_plot->setNoAntialiasingOnDrag(false);
    m_note = addText(m_plot, m_overlay, {0.5, 0.5}, Qt::AlignCenter);
    m_facts = addText(m_plot, m_overlay, {0.04, 0.96}, Qt::AlignLeft | Qt::AlignBottom);
    m_facts->setTextAlignment(Qt::AlignLeft);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        QObject::connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), m_plot, [this] { keepInside(); });
    }
    resized();
    setTheme(*m_theme);
}

void PlotCanvas::setAxisTitles(const QString& x, const QString& y)
{
    m_plot->xAxis->setLabel(x);
    m_yTitle->setText(y);
}

std::size_t PlotCanvas::addCurve(CurveRole role)
{
    Curve curve;
    curve.role = role;
    if (isBand(role))
        curve.lower = m_plot->addGraph();
    curve.graph = m_plot->addGraph();
    if (isBand(role))
        curve.graph->setChannelFillGraph(curve.lower);
    m_curves.push_back(curve);
    emphasise(nullptr);
    return m_curves.size() - 1;
}

void PlotCanvas::setLine(std::size_t curve, const QString& name, const Line& line)
{
    Curve& target = m_curves[curve];
    target.name = name;
    target.shown = !line.empty();
    setPoints(target.graph, line.x, line.y);
}

void PlotCanvas::setBand(std::size_t curve, const QString& name, const Band& band)
{
    Curve& target = m_curves[curve];
    target.name = name;
    target.shown = !band.empty();
    setPoints(target.graph, band.x, band.upper);
    setPoints(target.lower, band.x, band.lower);
}

std::vector<LegendEntry> PlotCanvas::legend() const
{
    std::vector<LegendEntry> entries;
    const auto add = [&](const Curve& curve) {
        if (curve.shown && !curve.name.isEmpty())
            entries.push_back({curve.name, curve.role});
    };
    if (m_legendOrder.empty())
        std::ranges::for_each(m_curves, add);
    for (const std::size_t curve : m_legendOrder)
        add(m_curves[curve]);
    return entries;
}

void PlotCanvas::setHome(const AxesRange& home)
{
    m_home = home;
    if (m_zoomed)
        keepInside();
    else
        apply(home);
}

AxesRange PlotCanvas::visible() const
{
    const QCPRange x = m_plot->xAxis->range();
    const QCPRange y = m_plot->yAxis->range();
    return {x.lower, x.upper, y.lower, y.upper};
}

void PlotCanvas::resetView()
{
    m_zoomed = false;
    apply(m_home);
}

void PlotCanvas::apply(const AxesRange& range)
{
    m_applying = true;
    m_plot->xAxis->setRange(range.left, range.right);
    m_plot->yAxis->setRange(range.bottom, range.top);
    m_applying = false;
}

void PlotCanvas::keepInside()
{
    if (m_applying)
        return;
    const QCPRange x = insideOf(m_plot->xAxis->range(), m_home.left, m_home.right);
    const QCPRange y = insideOf(m_plot->yAxis->range(), m_home.bottom, m_home.top);
    apply({x.lower, x.upper, y.lower, y.upper});
    constexpr double nearlyAll = 1 - 1e-9;
    m_zoomed = std::log(x.upper / x.lower) < nearlyAll * std::log(m_home.right / m_home.left)
        || std::log(y.upper / y.lower) < nearlyAll * std::log(m_home.top / m_home.bottom);
}

void PlotCanvas::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void PlotCanvas::setFacts(const QStringList& facts)
{
    m_facts->setText(facts.join(QLatin1Char('\n')));
    m_facts->setVisible(!facts.isEmpty());
}

void PlotCanvas::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_plot->setBackground(QBrush(theme.panel));
    m_plot->axisRect()->setBackground(QBrush(theme.field));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(theme.line2, 1));
        axis->grid()->setPen(QPen(theme.line, 1));
        axis->setTickLabelColor(theme.ink3);
        axis->setLabelColor(theme.ink2);
    }
    for (QCPItemText* text : {m_note, m_facts}) {
        text->setFont(textFont(px::smallText));
        text->setColor(text == m_note ? theme.ink2 : theme.ink);
        text->setBrush(withAlpha(theme.field, 0.8));
        text->setPadding({4, 2, 4, 2});
    }
    m_yTitle->setFont(textFont(px::smallText));
    m_yTitle->setColor(theme.ink2);
    emphasise(nullptr);
}

bool PlotCanvas::hasCurveIn(const QRectF& pixels) const
{
    const auto runsThrough = [&](const Curve& curve) {
        if (!curve.shown || isBand(curve.role))
            return false;
        const auto data = curve.graph->data();
        std::optional<QPointF> before;
        for (const QCPGraphData& point : *data) {
            const QPointF here = pixelOf({point.key, point.value});
            const QRectF stretch = QRectF(before.value_or(here), here).normalized().adjusted(-0.5, -0.5, 0.5, 0.5);
            if (stretch.intersects(pixels))
                return true;
            before = here;
        }
        return false;
    };
    return std::ranges::any_of(m_curves, runsThrough);
}

void PlotCanvas::emphasise(const Curve* emphasised)
{
    for (const Curve& curve : m_curves) {
        const QPen pen = penOf(curve.role, *m_theme);
        const bool fade = emphasised != nullptr && emphasised != &curve;
        curve.graph->setPen(fade && pen.style() != Qt::NoPen ? faded(pen) : pen);
        if (curve.lower != nullptr) {
            curve.lower->setPen(QPen(Qt::NoPen));
            curve.graph->setBrush(fillOf(curve.role, *m_theme));
        }
    }
}

void PlotCanvas::replot()
{
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotCanvas::resized()
{
    const QRectF axes = axesRect();
    m_plot->xAxis->setTicker(makeDecadeTicker(std::max(2, static_cast<int>(axes.width()) / xTickSpacing)));
    m_plot->yAxis->setTicker(makeDecadeTicker(std::max(2, static_cast<int>(axes.height()) / yTickSpacing)));
}

QPointF PlotCanvas::pixelOf(QPointF value) const
{
    return {m_plot->xAxis->coordToPixel(value.x()), m_plot->yAxis->coordToPixel(value.y())};
}

QPointF PlotCanvas::valueAt(QPointF pixel) const
{
    return {m_plot->xAxis->pixelToCoord(pixel.x()), m_plot->yAxis->pixelToCoord(pixel.y())};
}

QRectF PlotCanvas::axesRect() const
{
    return QRectF(m_plot->rect()).marginsRemoved(QMarginsF(axesMargins));
}

void PlotCanvas::drawTo(QCPPainter& painter, QSize size)
{
    m_plot->resize(size);
    m_plot->setViewport(QRect(QPoint(), size));
    resized();
    m_plot->replot(QCustomPlot::rpImmediateRefresh);
    std::vector<std::pair<QCPGraph*, QSharedPointer<QCPGraphDataContainer>>> whole;
    for (const Curve& curve : m_curves) {
        for (QCPGraph* graph : {curve.graph, curve.lower}) {
            if (graph == nullptr)
                continue;
            whole.emplace_back(graph, graph->data());
            graph->setData(clippedData(*graph, visible(), isBand(curve.role) ? Clip::Clamp : Clip::Cut));
        }
    }
    m_plot->toPainter(&painter, size.width(), size.height());
    for (const auto& [graph, data] : whole)
        graph->setData(data);
}

}
