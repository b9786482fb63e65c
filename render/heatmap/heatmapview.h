// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QWidget>

#include "heatmap/axisview.h"
#include "heatmap/maplayout.h"
#include "heatmap/mapscene.h"
#include "heatmap/tileimage.h"

namespace render {

/// The map of one head with its axes, legend and pick. It paints what it is given and tells what the user did; a new
/// rule or range never touches the camera.
class HeatmapView : public QWidget
{
    Q_OBJECT

public:
    explicit HeatmapView(QWidget* parent = nullptr);

    /// Another head: whole head in view, no pick.
    void setHead(const MapHead& head);
    const MapHead& head() const { return m_head; }
    void setTileProvider(TileProvider provider);
    void setRange(const ColourRange& range);
    const ColourRange& range() const { return m_range; }
    /// Which cells count as kept; absent: all.
    void setVeil(const std::optional<core::PreparedRule>& veil);
    void setReducer(core::Reducer reducer);
    void setPick(std::optional<Cell> pick);
    std::optional<Cell> pick() const { return m_markers.pick; }
    void setWorstRow(std::optional<std::size_t> row);
    /// Text of the tool tip of a cell; empty: none.
    void setToolTipProvider(std::function<QString(Cell)> provider);
    void setCamera(const Camera& camera);
    const Camera& camera() const { return m_camera; }
    /// The provider's data changed: ask again at the next paint.
    void refresh();

    void fit();
    void zoomIn();
    void zoomOut();
    /// Scrolls as little as possible so that the cell is seen.
    void reveal(Cell cell);

    /// Where rows and keys are in this widget; the tau strip shares the rows.
    AxisView rowAxis() const;
    AxisView keyAxis() const;
    QRectF mapRect() const;
    /// Width at which the map fills `height`, for layouts beside a tau strip.
    int widthForMap(int height) const;
    std::optional<Cell> cellAt(QPointF position) const;
    /// Cells behind one px along the keys: 3.2 when reduced, 0.5 when a cell is two px wide.
    double cellsPerPixel() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void hovered(std::optional<render::Cell> cell);
    void picked(render::Cell cell);
    void cameraChanged(const render::Camera& camera);
    /// Map or axes lie elsewhere now: what shares the rows has to follow.
    void layoutChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Where the left button went down, and what was in view then.
    struct Drag
    {
        QPointF from;
        Camera camera;
        bool moved = false;
    };

    void zoomAt(QPointF position, double factor);
    void zoomInMiddle(double factor);
    void showCamera(const Camera& camera);
    void relayout();
    void renderTile();
    void invalidate();
    void hover(std::optional<Cell> cell);
    void nudge(int rows, int keys, Qt::KeyboardModifiers modifiers);
    QPointF shareOf(QPointF position) const;

    MapHead m_head;
    MapMarkers m_markers;
    ColourRange m_range;
    Camera m_camera;
    MapLayout m_layout;
    TileProvider m_provider;
    std::function<QString(Cell)> m_toolTip;
    core::TileRequest m_request; ///< all but the cells and the size
    TileColours m_colours;
    TileImage m_tile;
    bool m_dirty = true;
    std::optional<Cell> m_hover;
    std::optional<Drag> m_drag;
};

}
