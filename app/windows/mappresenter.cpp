// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/mappresenter.h"

#include <cmath>

#include "figures/mapcontent.h"
#include "heatmap/heatmapview.h"
#include "heatmap/taustrip.h"
#include "session/explorer.h"
#include "views/numbertext.h"
#include "windows/mappage.h"
#include "windows/reading.h"

namespace app {

namespace {

Pick pickOf(render::Cell cell)
{
    return {{static_cast<std::uint32_t>(cell.row)}, {static_cast<std::uint32_t>(cell.key)}};
}

render::ValueHistogram shown(const CellHistogram& histogram)
{
    return {std::pow(10.0, histogram.low), std::pow(10.0, histogram.high), render::Spacing::Log, histogram.counts};
}

}

MapPresenter::MapPresenter(Explorer& explorer, MapPage& page, QObject* parent)
    : QObject(parent)
    , m_explorer(explorer)
    , m_page(page)
    , m_numbers(
          [this] {
              showVeil();
              showTailMass();
              read(m_hover);
          },
          this)
{
    connect(&explorer, &Explorer::captureChanged, this, [this] { m_ranges.clear(); });
    connect(&explorer, &Explorer::headChanged, this, &MapPresenter::showHead);
    connect(&explorer, &Explorer::residentChanged, this, &MapPresenter::showHead);
    connect(&explorer, &Explorer::pickChanged, this, [this] {
        if (!m_explorer.pick())
            m_revealed.reset();
        showPick();
    });
    for (const auto changed : {&Explorer::parametersChanged, &Explorer::numbersChanged})
        connect(&explorer, changed, &m_numbers, &Refresh::request);
    connectViews();
}

void MapPresenter::connectViews()
{
    auto& map = m_page.map();
    auto& strip = m_page.pane().strip();
    auto& range = m_page.header().range();
    connect(&map, &render::HeatmapView::picked, this, [this](render::Cell cell) { m_explorer.setPick(pickOf(cell)); });
    connect(&map, &render::HeatmapView::hovered, this, &MapPresenter::read);
    connect(&map, &render::HeatmapView::cameraChanged, this, &MapPresenter::scaleChanged);
    connect(&map, &render::HeatmapView::layoutChanged, this, &MapPresenter::scaleChanged);
    map.setToolTipProvider([this](render::Cell cell) { return readingOf(m_explorer, pickOf(cell)); });
    connect(&strip, &render::TauStrip::rowClicked, this,
        [this](std::size_t row) { m_explorer.pickRow({static_cast<std::uint32_t>(row)}); });
    connect(&m_page.header(), &MapHeader::sourceChosen, &m_explorer, &Explorer::setSource);
    connect(&range, &render::RangeBar::rangeChanged, this, &MapPresenter::takeRange);
    connect(&range, &render::RangeBar::percentilesRequested, this, &MapPresenter::rangeToPercentiles);
    connect(&range, &render::RangeBar::followRequested, this, [this](render::RangeBar::Follow follow) {
        m_follow = follow == render::RangeBar::Follow::Always;
        m_page.header().range().setFollow(follow);
        rangeToPercentiles();
    });
}

void MapPresenter::showHead()
{
    if (!m_explorer.capture())
        return;
    auto& map = m_page.map();
    const auto& head = m_explorer.head();
    Shown shown{m_explorer.path(), head.id, head.rowCount, head.keyCount};
    const bool isSame = shown == m_shown;
    const auto camera = map.camera();
    m_shown = std::move(shown);
    map.setHead(mapHeadOf(*m_explorer.capture(), head, m_explorer.resident()));
    if (isSame)
        map.setCamera(camera);
    else
        m_revealed.reset();
    map.setTileProvider(
        m_explorer.resident() ? tileProvider(m_explorer.residentHead(), m_explorer.pool()) : render::TileProvider{});
    m_page.header().setHead(m_explorer.head(), m_explorer.sources());
    m_hover.reset();
    showRange();
    showVeil();
    showTailMass();
    showPick();
    Q_EMIT scaleChanged();
}

void MapPresenter::showRange()
{
    if (!m_explorer.histogram())
        return;
    const auto& histogram = *m_explorer.histogram();
    const auto percentiles = defaultPercentiles(m_explorer.head());
    auto range = percentileRange(histogram, percentiles, m_spacing);
    if (const auto stored = m_ranges.find(m_explorer.head().id); stored != m_ranges.end() && !m_follow)
        range = stored->second;
    range.spacing = m_spacing;
    auto& bar = m_page.header().range();
    bar.setHistogram(shown(histogram));
    bar.setModeText(tr("p%1–p%2").arg(settingText(100 * percentiles.low), settingText(100 * percentiles.high)));
    bar.setRange(range);
    m_page.map().setRange(range);
}

void MapPresenter::takeRange(const render::ColourRange& range)
{
    m_ranges[m_explorer.head().id] = range;
    m_page.map().setRange(range);
}

void MapPresenter::rangeToPercentiles()
{
    if (!m_explorer.capture())
        return;
    m_ranges.erase(m_explorer.head().id);
    showRange();
}

void MapPresenter::showPick()
{
    const auto& pick = m_explorer.pick();
    auto& map = m_page.map();
    if (!pick) {
        map.setPick({});
        m_page.pane().strip().setPick({});
        read(m_hover);
        return;
    }
    const render::Cell cell{pick->row.value, pick->key.value};
    map.setPick(cell);
    if (m_revealed != m_explorer.pick())
        map.reveal(cell);
    m_revealed = m_explorer.pick();
    m_page.pane().strip().setPick(cell.row);
    read(m_hover);
}

void MapPresenter::showVeil()
{
    m_page.map().setVeil(m_veiled ? m_explorer.preparedRule() : std::nullopt);
}

void MapPresenter::showTailMass()
{
    auto& strip = m_page.pane().strip();
    std::vector<std::optional<core::Interval>> tailMass;
    if (const auto* held = m_explorer.resident()) {
        const auto& rows = held->rows();
        const auto& records = m_explorer.records();
        tailMass.resize(rows.size());
        for (std::size_t row = 0; row < records.size(); ++row)
            if (rows[row].state == core::RowState::Valid)
                tailMass[row] = records[row].tailMass;
    }
    strip.setTailMass(std::move(tailMass));
    strip.setEpsilon(m_explorer.parameters().epsilon);
    const auto& numbers = m_explorer.headNumbers();
    m_page.map().setWorstRow(numbers ? std::optional(numbers->tailMass.worstRow) : std::nullopt);
}

void MapPresenter::read(std::optional<render::Cell> cell)
{
    m_hover = cell;
    if (!m_explorer.capture())
        return;
    if (m_explorer.isOutdated())
        Q_EMIT readingChanged(tr("The file changed: no numbers"));
    else if (cell)
        Q_EMIT readingChanged(readingOf(m_explorer, pickOf(*cell)));
    else if (m_explorer.pick())
        Q_EMIT readingChanged(readingOf(m_explorer, *m_explorer.pick()));
    else
        Q_EMIT readingChanged(tr("No row picked"));
}

void MapPresenter::setVeiled(bool veiled)
{
    m_veiled = veiled;
    showVeil();
}

void MapPresenter::setReducer(core::Reducer reducer)
{
    m_reducer = reducer;
    m_page.map().setReducer(reducer);
    Q_EMIT scaleChanged();
}

void MapPresenter::setSpacing(render::Spacing spacing)
{
    m_spacing = spacing;
    showRange();
}

QString MapPresenter::scaleText() const
{
    if (!m_explorer.resident())
        return {};
    const auto cells = m_page.map().cellsPerPixel();
    if (cells <= 1)
        return tr("1 cell = %1 px").arg(decimalText(1 / cells, 2, Rounding::Nearest));
    const auto scale = tr("1 px = %1 cells").arg(decimalText(cells, 2, Rounding::Nearest));
    return m_reducer == core::Reducer::Largest ? tr("%1, largest shown").arg(scale) : tr("%1, mean shown").arg(scale);
}

}
