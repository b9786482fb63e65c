// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure.h"

#include <cmath>
#include <limits>
#include <string>

namespace render {

namespace {

/// Curves below each other: a row per point, so that curves need not share their x.
class SeriesTable
{
public:
    void add(const char* series, const char* kind, const std::vector<double>& x, const std::vector<double>& y)
    {
        for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
            m_series.emplace_back(series);
            m_kinds.emplace_back(kind);
            m_x.push_back(x[i]);
            m_y.push_back(y[i]);
        }
    }

    core::Table take(const char* xName, const char* yName)
    {
        return {{{"series", "", std::move(m_series)}, {"kind", "", std::move(m_kinds)}, {xName, "", std::move(m_x)},
            {yName, "", std::move(m_y)}}};
    }

private:
    std::vector<std::string> m_series;
    std::vector<std::string> m_kinds;
    std::vector<double> m_x;
    std::vector<double> m_y;
};

constexpr const char* exact = "exact";
constexpr const char* bound = "bound";
constexpr const char* prediction = "prediction";

core::Table tableOf(const TailMassFigure& figure)
{
    const TailMassData& data = figure.data;
    SeriesTable table;
    table.add("row", exact, data.row.x, data.row.y);
    table.add("row lower end", exact, data.rowInterval.x, data.rowInterval.lower);
    table.add("row upper end", exact, data.rowInterval.x, data.rowInterval.upper);
    table.add("head mean", exact, data.mean.x, data.mean.y);
    table.add("head max", exact, data.maximum.x, data.maximum.y);
    table.add("head p10", exact, data.percentiles.x, data.percentiles.lower);
    table.add("head p90", exact, data.percentiles.x, data.percentiles.upper);
    table.add("Gaussian", prediction, data.gaussian.x, data.gaussian.y);
    table.add("plug-in", prediction, data.plugIn.x, data.plugIn.y);
    return table.take("k", "tail_mass");
}

core::Table tableOf(const SpectrumFigure& figure)
{
    constexpr const char* measured = "measured";
    SeriesTable table;
    table.add("all keys", measured, figure.data.all.x, figure.data.all.y);
    table.add("kept", measured, figure.data.kept.x, figure.data.kept.y);
    return table.take("index", "singular_value");
}

core::Table tableOf(const OutputErrorFigure& figure)
{
    SeriesTable table;
    table.add("row", exact, figure.data.row.x, figure.data.row.y);
    table.add("2 R tau", bound, figure.data.radiusBound.x, figure.data.radiusBound.y);
    table.add("variance", bound, figure.data.varianceBound.x, figure.data.varianceBound.y);
    return table.take("k", "output_error");
}

core::Table tableOf(const HeatmapFigure& figure)
{
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> keys;
    std::vector<double> values;
    const Camera camera = clamped(figure.camera.value_or(fitCamera(figure.head.size)), figure.head.size);
    const auto lastRow = static_cast<std::size_t>(std::ceil(camera.row + camera.rows));
    const auto lastKey = static_cast<std::size_t>(std::ceil(camera.key + camera.keys));
    for (auto row = static_cast<std::size_t>(camera.row); row < std::min(lastRow, figure.head.size.rows); ++row) {
        for (auto key = static_cast<std::size_t>(camera.key); key < std::min(lastKey, figure.head.size.keys); ++key) {
            rows.push_back(static_cast<std::int64_t>(row));
            keys.push_back(static_cast<std::int64_t>(key));
            const float value = figure.value ? figure.value({row, key}) : std::numeric_limits<float>::quiet_NaN();
            values.push_back(static_cast<double>(value));
        }
    }
    return {{{"row", "", std::move(rows)}, {"key", "", std::move(keys)}, {"probability", "", std::move(values)}}};
}

}

core::Table tableOf(const FigureSpec& spec)
{
    return std::visit([](const auto& content) { return tableOf(content); }, spec.content);
}

}
