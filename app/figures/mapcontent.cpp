// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/mapcontent.h"

#include <cmath>

#include <QCoreApplication>

#include "session/tokentext.h"

namespace app {

namespace {

std::vector<QString> labels(const std::vector<std::string>& tokens, std::size_t count)
{
    std::vector<QString> result;
    if (tokens.size() != count)
        return result;
    for (const auto& token : tokens)
        result.push_back(tokenText(token));
    return result;
}

}

render::MapHead mapHeadOf(const core::Capture& capture, const core::HeadInfo& head, const core::ResidentHead* resident)
{
    render::MapHead map;
    map.size = {head.rowCount, head.keyCount};
    map.rows.title = QCoreApplication::translate("app::Map", "query (row)");
    map.keys.title = QCoreApplication::translate("app::Map", "key (column)");
    map.rows.labels = labels(capture.queryTokens(head.id.item), head.rowCount);
    map.keys.labels = labels(capture.keyTokens(head.id.item), head.keyCount);
    if (!resident)
        return map;
    const auto& rows = resident->rows();
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].state == core::RowState::Masked)
            map.undefinedRows.push_back(row);
    return map;
}

render::TileProvider tileProvider(std::shared_ptr<const core::ResidentHead> head, core::ThreadPool& pool)
{
    return [head = std::move(head), &pool](const core::TileRequest& request) { return head->tile(request, pool); };
}

RangePercentiles defaultPercentiles(const core::HeadInfo& head)
{
    return {head.causal ? 0.75 : 0.50, 0.999};
}

render::ColourRange percentileRange(
    const CellHistogram& histogram, const RangePercentiles& percentiles, render::Spacing spacing)
{
    render::ColourRange range;
    range.spacing = spacing;
    if (histogram.counts.empty())
        return range;
    range.high = histogram.percentile(percentiles.high);
    range.low = histogram.percentile(percentiles.low);
    if (range.low <= 0)
        range.low = std::pow(10.0, histogram.low);
    return range;
}

}
