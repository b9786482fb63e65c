// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/plot.h"

#include <QApplication>
#include <QPainter>

#include <qcustomplot.h>

#include "plots/crosshairitems.h"
#include "plots/plotcanvas.h"
#include "plots/valuetag.h"
#include "theme/themesource.h"

namespace render {

namespace {

/// The canvas reaches under the title row: the label at the top of its axis needs room above the axes.
constexpr int canvasTop = px::plotTitle - 4;

}

Plot::Plot(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_title(title)
    , m_theme(&render::theme())
    , m_canvas(std::make_unique<PlotCanvas>(this))
    , m_crosshair(std::make_unique<CrosshairItems>(*m_canvas))
    , m_tag(std::make_unique<ValueTag>(*m_canvas))
{
    setAccessibleName(title);
    QCustomPlot* plot = m_canvas->widget();
    plot->installEventFilter(this);
    connect(plot, &QCustomPlot::afterLayout, this, [this] { m_crosshair->place(); });
    connect(plot, &QCustomPlot::mouseDoubleClick, this, [this] { resetView(); });
    connect(plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) { m_pressed = event->position(); });
    connect(plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        const bool still = (event->position() - m_pressed).manhattanLength() < QApplication::startDragDistance();
        if (still && event->button() == Qt::LeftButton && m_canvas->axesRect().contains(event->position()))
            Q_EMIT clicked(m_canvas->valueAt(event->position()));
    });
    connect(plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { point(event->position()); });
    connect(&ThemeSource::instance(), &ThemeSource::themeChanged, this, [this] { setTheme(render::theme()); });
}

Plot::~Plot() = default;

void Plot::setTitle(const QString& title)
{
    m_title = title;
    update();
}

void Plot::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_canvas->setTheme(theme);
    m_crosshair->restyle();
    m_tag->restyle();
    refresh();
}

void Plot::drawTo(QPaintDevice& device, QSize size, double scale)
{
    resize(size);
    m_tag->hide();
    QCPPainter painter(&device);
    painter.scale(scale, scale);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect(QPoint(), size), m_theme->panel);
    painter.translate(0, canvasTop);
    m_canvas->drawTo(painter, {size.width(), size.height() - canvasTop});
    painter.translate(0, -canvasTop);
    paintTitleRow(painter, QRectF(0, 0, size.width(), px::plotTitle), m_title, m_canvas->legend(), *m_theme);
}

void Plot::resetView()
{
    m_canvas->resetView();
    m_canvas->replot();
}

bool Plot::isZoomed() const
{
    return m_canvas->isZoomed();
}

QPointF Plot::pixelOf(QPointF value) const
{
    return m_canvas->widget()->mapToParent(QPoint()) + m_canvas->pixelOf(value);
}

QRectF Plot::axesRect() const
{
    return m_canvas->axesRect().translated(m_canvas->widget()->pos());
}

QRectF Plot::visibleRange() const
{
    const AxesRange range = m_canvas->visible();
    return QRectF(QPointF(range.left, range.bottom), QPointF(range.right, range.top));
}

QSize Plot::sizeHint() const
{
    return {320, px::bottomDock};
}

QSize Plot::minimumSizeHint() const
{
    return {180, 140};
}

void Plot::refresh()
{
    m_tag->hide();
    m_emphasised = nullptr;
    m_canvas->emphasise(nullptr);
    m_canvas->replot();
    update();
}

void Plot::moveCrosshair(const Crosshair& crosshair)
{
    m_crosshair->set(crosshair);
    m_canvas->overlay()->replot();
}

void Plot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme->panel);
    paintTitleRow(painter, QRectF(0, 0, width(), px::plotTitle), m_title, m_canvas->legend(), *m_theme);
}

void Plot::resizeEvent(QResizeEvent*)
{
    m_canvas->widget()->setGeometry(0, canvasTop, width(), height() - canvasTop);
    m_canvas->resized();
}

bool Plot::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave)
        point({-1, -1});
    return QWidget::eventFilter(watched, event);
}

void Plot::point(QPointF pixel)
{
    const Curve* curve = m_tag->show(pixel);
    if (curve != m_emphasised) {
        m_emphasised = curve;
        m_canvas->emphasise(curve);
        m_canvas->replot();
    } else {
        m_canvas->overlay()->replot();
    }
}

}
