// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/mappane.h"

#include <algorithm>

#include "heatmap/heatmapview.h"
#include "heatmap/taustrip.h"

namespace render {

namespace {

constexpr int stripGap = 8;
constexpr int stripWidth = 56;
constexpr int narrowStrip = 48;
constexpr int narrowHeight = 480;
constexpr int stripFrom = 360; ///< narrower panes show the map only

}

MapPane::MapPane(QWidget* parent)
    : QWidget(parent)
    , m_map(new HeatmapView(this))
    , m_strip(new TauStrip(this))
{
    connect(m_map, &HeatmapView::layoutChanged, this, [this] { arrange(); });
}

QSize MapPane::sizeHint() const
{
    return m_map->sizeHint() + QSize(stripGap + stripWidth, 0);
}

QSize MapPane::minimumSizeHint() const
{
    return m_map->minimumSizeHint();
}

void MapPane::resizeEvent(QResizeEvent*)
{
    arrange();
}

void MapPane::arrange()
{
    const int strip = height() < narrowHeight ? narrowStrip : stripWidth;
    const bool withStrip = width() >= stripFrom;
    const int room = width() - (withStrip ? strip + stripGap : 0);
    const int mapWidth = std::min(room, m_map->widthForMap(height()));
    m_map->setGeometry(0, 0, mapWidth, height());
    m_strip->setVisible(withStrip);
    m_strip->setGeometry(mapWidth + stripGap, 0, strip, height());
    m_strip->setRows(m_map->rowAxis());
}

}
