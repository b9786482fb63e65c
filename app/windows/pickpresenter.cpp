// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/pickpresenter.h"

#include <algorithm>

#include "heatmap/heatmapview.h"
#include "session/explorer.h"
#include "session/rowstatetext.h"
#include "session/tokentext.h"
#include "theme/palette.h"
#include "theme/themesource.h"
#include "views/pickpanel.h"
#include "windows/mappage.h"

namespace app {

namespace {

constexpr std::size_t largeWindow = 11;
constexpr std::size_t smallWindow = 9;
constexpr int wideWindow = 1400; ///< px from which the large magnifier is shown
constexpr std::size_t listedWeights = 64;
constexpr std::size_t contextTokens = 12; ///< on each side

QStringList labels(const std::vector<std::string>& tokens, std::size_t begin, std::size_t count, std::size_t total)
{
    QStringList result;
    for (auto i = begin; i < begin + count; ++i)
        result += tokens.size() == total ? tokenText(tokens[i]) : QString::number(i);
    return result;
}

QRgb colourOf(const core::TileReply& tile, std::size_t pixel)
{
    const auto shade = render::theme().shade;
    const auto states = render::cellColours(render::theme());
    switch (tile.state[pixel]) {
    case core::PixelState::KeptCell:
        return render::sequentialTable(shade)[tile.colour[pixel]];
    case core::PixelState::DroppedCell:
        return render::droppedTable(shade)[tile.colour[pixel]];
    case core::PixelState::MaskedCell:
        return states.masked;
    case core::PixelState::NanCell:
        return states.notANumber;
    case core::PixelState::NoCell:
        break;
    }
    return states.absent;
}

}

PickPresenter::PickPresenter(Explorer& explorer, MapPage& page, QObject* parent)
    : QObject(parent)
    , m_explorer(explorer)
    , m_page(page)
    , m_refresh([this] { show(); }, this)
{
    for (const auto changed :
        {&Explorer::pickChanged, &Explorer::rowDetailChanged, &Explorer::residentChanged, &Explorer::parametersChanged})
        connect(&explorer, changed, &m_refresh, &Refresh::request);
    connect(&page.header().range(), &render::RangeBar::rangeChanged, &m_refresh, &Refresh::request);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, &m_refresh, &Refresh::request);
    connect(&page, &MapPage::pickPanelShown, &m_refresh, &Refresh::request);
    connect(&page.pick(), &PickPanel::keyChosen, this, [this](std::size_t key) {
        if (m_explorer.pick())
            m_explorer.setPick({m_explorer.pick()->row, {static_cast<std::uint32_t>(key)}});
    });
    connect(&page.pick(), &PickPanel::cellChosen, this, [this](int row, int column) {
        const auto from = corner();
        m_explorer.setPick({{static_cast<std::uint32_t>(from.row) + static_cast<std::uint32_t>(row)},
            {static_cast<std::uint32_t>(from.key) + static_cast<std::uint32_t>(column)}});
    });
}

void PickPresenter::show()
{
    if (m_explorer.capture() && m_page.pick().isVisible())
        m_page.pick().setValues(values());
}

PickValues PickPresenter::values() const
{
    PickValues values;
    if (!m_explorer.pick()) {
        values.row = tr("No row picked");
        values.note = tr("Click a cell of the map, or press W for the worst row.");
        return values;
    }
    const auto& head = m_explorer.head();
    const auto row = m_explorer.pick()->row.value;
    const auto& queryTokens = m_explorer.capture()->queryTokens(head.id.item);
    const auto& keyTokens = m_explorer.capture()->keyTokens(head.id.item);
    values.row = tr("Row %1").arg(row);
    if (queryTokens.size() == head.rowCount) {
        values.token = tokenText(queryTokens[row]);
        const auto end = std::min<std::size_t>(row + 1 + contextTokens, queryTokens.size());
        values.before = textBefore(queryTokens, row > contextTokens ? row - contextTokens : 0, row);
        values.after = textAfter(queryTokens, row + 1, end);
    }
    values.magnifier = magnifier();
    const auto* detail = m_explorer.rowDetail();
    if (!detail)
        return values;
    values.note = rowStateText(m_explorer.pick()->row.value, detail->record.state);
    const auto* truncation = m_explorer.truncation();
    const core::KeptSet kept = truncation ? truncation->choice.shown : core::KeptSet(detail->keys.size());
    values.keys = detail->keys.size();
    values.kept = kept.size();
    for (std::size_t rank = 0; rank < std::min(listedWeights, values.keys); ++rank) {
        const auto key = detail->keys[rank];
        const auto token = keyTokens.size() == head.keyCount ? tokenText(keyTokens[key]) : QString();
        values.weights.push_back({key, token, detail->probabilities[rank], kept.contains(rank)});
    }
    return values;
}

render::HeadSize PickPresenter::window() const
{
    const auto side = m_page.window()->width() >= wideWindow ? largeWindow : smallWindow;
    return {std::min(side, m_explorer.head().rowCount), std::min(side, m_explorer.head().keyCount)};
}

render::Cell PickPresenter::corner() const
{
    const auto around = [](std::size_t centre, std::size_t size, std::size_t total) {
        const auto half = size / 2;
        return std::min(centre > half ? centre - half : 0, total - size);
    };
    const auto size = window();
    const auto& head = m_explorer.head();
    const auto& pick = *m_explorer.pick();
    return {around(pick.row.value, size.rows, head.rowCount), around(pick.key.value, size.keys, head.keyCount)};
}

MagnifierValues PickPresenter::magnifier() const
{
    MagnifierValues values;
    const auto held = m_explorer.residentHead();
    if (!held)
        return values;
    const auto size = window();
    const auto from = corner();
    const auto& head = m_explorer.head();
    core::TileRequest request;
    request.cells = {static_cast<double>(from.row), static_cast<double>(from.key), static_cast<double>(size.rows),
        static_cast<double>(size.keys)};
    request.width = size.keys;
    request.height = size.rows;
    request.thresholds = render::thresholdsOf(m_page.map().range());
    request.veil = m_explorer.preparedRule();
    const auto tile = held->tile(request, m_explorer.pool());
    values.rows = static_cast<int>(size.rows);
    values.columns = static_cast<int>(size.keys);
    for (std::size_t pixel = 0; pixel < tile.colour.size(); ++pixel)
        values.colours.push_back(colourOf(tile, pixel));
    values.rowLabels = labels(m_explorer.capture()->queryTokens(head.id.item), from.row, size.rows, head.rowCount);
    values.columnLabels = labels(m_explorer.capture()->keyTokens(head.id.item), from.key, size.keys, head.keyCount);
    values.pickedRow = static_cast<int>(m_explorer.pick()->row.value - from.row);
    values.pickedColumn = static_cast<int>(m_explorer.pick()->key.value - from.key);
    return values;
}

}
