// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figuredrawing.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "figure/colourbar.h"
#include "heatmap/mappainter.h"
#include "plots/curvestyle.h"
#include "plots/outputerrorplot.h"
#include "plots/spectrumplot.h"
#include "plots/tailmassplot.h"

namespace render {

namespace {

constexpr double colourBarRoom = 84;
constexpr double colourBarGap = 16;
constexpr double colourBarWidth = 10;

const Theme& themeOf(const FigureSpec& spec)
{
    return spec.shade ? themeOf(*spec.shade) : paperTheme();
}

TileImage tileOf(const HeatmapFigure& figure, const Camera& camera, QSizeF size, double scale, const Theme& theme)
{
    core::TileRequest request;
    request.cells = camera.cells();
    request.width = static_cast<std::size_t>(std::max(1.0, std::round(size.width() * scale)));
    request.height = static_cast<std::size_t>(std::max(1.0, std::round(size.height() * scale)));
    request.reducer = figure.reducer;
    request.thresholds = thresholdsOf(figure.range);
    request.veil = figure.veil;
    const core::TileReply reply = figure.provider ? figure.provider(request) : core::TileReply{};
    return reply.width == request.width && reply.height == request.height ? colourTile(reply, tileColours(theme))
                                                                          : TileImage{};
}

/// Draws one content after the other kind of it; the size is `m_spec.size`.
class Drawing
{
public:
    Drawing(const FigureSpec& spec, QPaintDevice& device, double unitsPerPx)
        : m_spec(spec)
        , m_device(device)
        , m_unitsPerPx(unitsPerPx)
    {
    }

    void operator()(const HeatmapFigure& figure) const
    {
        const Theme& theme = themeOf(m_spec);
        const double titleHeight = m_spec.title.isEmpty() ? 0 : px::plotTitle;
        const QSizeF room(m_spec.size.width() - colourBarRoom, m_spec.size.height() - titleHeight);
        const Camera camera = clamped(figure.camera.value_or(fitCamera(figure.head.size)), figure.head.size);
        const MapLayout layout = layoutMap(figure.head, camera, room);
        const TileImage tile = tileOf(figure, camera, layout.map.size(), m_spec.scale, theme);
        QPainter painter(&m_device);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::LosslessImageRendering);
        painter.scale(m_unitsPerPx, m_unitsPerPx);
        painter.fillRect(QRect(QPoint(), m_spec.size), theme.panel);
        if (titleHeight > 0)
            paintTitleRow(painter, QRectF(0, 0, m_spec.size.width(), titleHeight), m_spec.title, {}, theme);
        painter.translate(0, titleHeight);
        const MapPicture picture{figure.head, figure.markers, layout, camera, tile, theme, std::nullopt};
        paintMapCells(painter, picture);
        paintMapAxes(painter, picture);
        paintMapLegend(painter, picture);
        const QRectF ramp(layout.map.right() + colourBarGap, layout.map.top(), colourBarWidth, layout.map.height());
        paintColourBar(painter, ramp, figure.range, theme);
    }

    void operator()(const TailMassFigure& figure) const
    {
        TailMassPlot plot;
        plot.setData(figure.data);
        plot.setCrosshair(figure.crosshair);
        draw(plot);
    }

    void operator()(const SpectrumFigure& figure) const
    {
        SpectrumPlot plot;
        plot.setData(figure.data);
        draw(plot);
    }

    void operator()(const OutputErrorFigure& figure) const
    {
        OutputErrorPlot plot;
        plot.setData(figure.data);
        plot.setCrosshair(figure.crosshair);
        draw(plot);
    }

private:
    void draw(Plot& plot) const
    {
        if (!m_spec.title.isEmpty())
            plot.setTitle(m_spec.title);
        plot.setTheme(themeOf(m_spec));
        plot.drawTo(m_device, m_spec.size, m_unitsPerPx);
    }

    const FigureSpec& m_spec;
    QPaintDevice& m_device;
    double m_unitsPerPx;
};

}

void drawFigure(const FigureSpec& spec, QPaintDevice& device, double unitsPerPx)
{
    std::visit(Drawing(spec, device, unitsPerPx), spec.content);
}

}
