// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/heatmapview.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "heatmap/mappainter.h"
#include "theme/themesource.h"

namespace render {

namespace {

constexpr double buttonZoom = 1.5;

}

HeatmapView::HeatmapView(QWidget* parent)
    : QWidget(parent)
    , m_colours(tileColours(theme()))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Map of the head"));
    m_request.thresholds = thresholdsOf(m_range);
    connect(&ThemeSource::instance(), &ThemeSource::themeChanged, this, [this] {
        m_colours = tileColours(theme());
        invalidate();
    });
}

void HeatmapView::setHead(const MapHead& head)
{
    m_head = head;
    m_markers = {};
    m_drag.reset();
    hover(std::nullopt);
    m_camera = fitCamera(head.size);
    relayout();
    invalidate();
    Q_EMIT cameraChanged(m_camera);
}

void HeatmapView::setTileProvider(TileProvider provider)
{
    m_provider = std::move(provider);
    invalidate();
}

void HeatmapView::setRange(const ColourRange& range)
{
    if (range == m_range)
        return;
    m_range = range;
    m_request.thresholds = thresholdsOf(range);
    invalidate();
}

void HeatmapView::setVeil(const std::optional<core::PreparedRule>& veil)
{
    if (veil == m_request.veil)
        return;
    m_request.veil = veil;
    invalidate();
}

void HeatmapView::setReducer(core::Reducer reducer)
{
    m_request.reducer = reducer;
    invalidate();
}

void HeatmapView::setPick(std::optional<Cell> pick)
{
    if (pick && !m_head.size.contains(pick->row, pick->key))
        pick.reset();
    m_markers.pick = pick;
    update();
}

void HeatmapView::setWorstRow(std::optional<std::size_t> row)
{
    m_markers.worstRow = row;
    update();
}

void HeatmapView::setToolTipProvider(std::function<QString(Cell)> provider)
{
    m_toolTip = std::move(provider);
}

void HeatmapView::setCamera(const Camera& camera)
{
    showCamera(clamped(camera, m_head.size));
}

void HeatmapView::refresh()
{
    invalidate();
}

void HeatmapView::fit()
{
    showCamera(fitCamera(m_head.size));
}

void HeatmapView::zoomIn()
{
    zoomInMiddle(buttonZoom);
}

void HeatmapView::zoomOut()
{
    zoomInMiddle(1 / buttonZoom);
}

void HeatmapView::reveal(Cell cell)
{
    showCamera(showing(m_camera, m_head.size, cell));
}

AxisView HeatmapView::rowAxis() const
{
    return rowAxisOf(m_layout, m_camera);
}

AxisView HeatmapView::keyAxis() const
{
    return keyAxisOf(m_layout, m_camera);
}

QRectF HeatmapView::mapRect() const
{
    return m_layout.map;
}

int HeatmapView::widthForMap(int height) const
{
    const QSizeF wide(1e5, height);
    return static_cast<int>(std::ceil(std::min(layoutMap(m_head, m_camera, wide).map.right() + mapspace::right, 1e5)));
}

std::optional<Cell> HeatmapView::cellAt(QPointF position) const
{
    if (m_head.size.empty() || !m_layout.map.contains(position))
        return std::nullopt;
    const double row = std::floor(rowAxis().cellAt(position.y()));
    const double key = std::floor(keyAxis().cellAt(position.x()));
    return Cell{std::min(static_cast<std::size_t>(std::max(0.0, row)), m_head.size.rows - 1),
        std::min(static_cast<std::size_t>(std::max(0.0, key)), m_head.size.keys - 1)};
}

double HeatmapView::cellsPerPixel() const
{
    return 1 / keyAxis().cellPixels();
}

QSize HeatmapView::sizeHint() const
{
    return {mapspace::left + 480 + mapspace::right, mapspace::top + 480 + mapspace::bottom};
}

QSize HeatmapView::minimumSizeHint() const
{
    return {mapspace::left + 160 + mapspace::right, mapspace::top + 160 + mapspace::bottom};
}

void HeatmapView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().panel);
    if (m_head.size.empty())
        return;
    if (m_dirty)
        renderTile();
    const MapPicture picture{m_head, m_markers, m_layout, m_camera, m_tile, theme(), m_hover};
    paintMapCells(painter, picture);
    paintMapAxes(painter, picture);
    paintMapLegend(painter, picture);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(theme().accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(m_layout.map.adjusted(-2, -2, 2, 2));
    }
}

void HeatmapView::renderTile()
{
    m_dirty = false;
    m_tile = {};
    if (!m_provider)
        return;
    core::TileRequest request = m_request;
    request.cells = m_camera.cells();
    request.width = static_cast<std::size_t>(std::max(1.0, std::round(m_layout.map.width() * devicePixelRatioF())));
    request.height = static_cast<std::size_t>(std::max(1.0, std::round(m_layout.map.height() * devicePixelRatioF())));
    const core::TileReply reply = m_provider(request);
    if (reply.width == request.width && reply.height == request.height)
        m_tile = colourTile(reply, m_colours);
}

void HeatmapView::invalidate()
{
    m_dirty = true;
    update();
}

void HeatmapView::showCamera(const Camera& camera)
{
    if (camera == m_camera)
        return;
    m_camera = camera;
    relayout();
    invalidate();
    Q_EMIT cameraChanged(m_camera);
}

void HeatmapView::relayout()
{
    const MapLayout layout = layoutMap(m_head, m_camera, size());
    if (layout != m_layout) {
        m_layout = layout;
        m_dirty = true;
    }
    Q_EMIT layoutChanged();
}

}
