// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/headspresenter.h"

#include <algorithm>
#include <set>

#include "session/explorer.h"
#include "views/numbertext.h"

namespace app {

namespace {

QString nameOf(HeadMeasure measure)
{
    switch (measure) {
    case HeadMeasure::KEpsShare:
        return HeadsPresenter::tr("k_eps / n, row mean");
    case HeadMeasure::TailMassMean:
        return HeadsPresenter::tr("τ of rule, row mean");
    case HeadMeasure::TailMassMaximum:
        return HeadsPresenter::tr("τ of rule, worst row");
    case HeadMeasure::Entropy:
        return HeadsPresenter::tr("entropy, row mean");
    case HeadMeasure::Sigma:
        return HeadsPresenter::tr("σ, row mean");
    case HeadMeasure::LargestWeight:
        return HeadsPresenter::tr("largest p, row mean");
    }
    return {};
}

QString meaningOf(HeadMeasure measure, const Explorer& explorer)
{
    const auto& parameters = explorer.parameters();
    switch (measure) {
    case HeadMeasure::KEpsShare:
        return HeadsPresenter::tr("keys needed at ε = %1").arg(settingText(parameters.epsilon));
    case HeadMeasure::TailMassMean:
    case HeadMeasure::TailMassMaximum:
        return explorer.isTopK() ? HeadsPresenter::tr("tail mass at k = %1").arg(countText(parameters.k))
                                 : HeadsPresenter::tr("tail mass of the rule");
    case HeadMeasure::Entropy:
        return HeadsPresenter::tr("entropy in nat");
    case HeadMeasure::Sigma:
        return HeadsPresenter::tr("spread of the scores");
    case HeadMeasure::LargestWeight:
        return HeadsPresenter::tr("largest weight");
    }
    return {};
}

QString sectionTitle(const core::HeadId& id)
{
    auto title = QString::fromStdString(id.group);
    if (id.item.value > 0)
        title += (title.isEmpty() ? QString() : QStringLiteral(" ")) + HeadsPresenter::tr("item %1").arg(id.item.value);
    return title;
}

}

HeadsShape::HeadsShape(const Explorer& explorer)
{
    m_places.resize(explorer.heads().size());
    for (std::size_t head = 0; head < explorer.heads().size(); ++head)
        add(explorer, head);
    if (m_sections.size() == 1)
        m_sections.front().title.clear();
}

void HeadsShape::add(const Explorer& explorer, std::size_t head)
{
    const auto& info = explorer.heads()[head];
    const auto title = sectionTitle(info.id);
    auto section = std::find_if(
        m_sections.begin(), m_sections.end(), [&](const HeadSection& other) { return other.title == title; });
    if (section == m_sections.end())
        section = m_sections.insert(m_sections.end(), HeadSection{title, 0, {}});
    if (info.kvHead)
        section->keyValueHeads = std::max(section->keyValueHeads, static_cast<int>(info.kvHead->value) + 1);
    const auto layer = static_cast<int>(info.id.layer.value);
    auto row = std::find_if(
        section->rows.begin(), section->rows.end(), [layer](const HeadRow& other) { return other.layer == layer; });
    if (row == section->rows.end())
        row = section->rows.insert(section->rows.end(), HeadRow{layer, {}});
    const std::size_t column = info.id.head.value;
    if (row->cells.size() <= column)
        row->cells.resize(column + 1, HeadCell{{}, false, {}});
    row->cells[column].exists = true;
    m_places[head] = {static_cast<std::size_t>(section - m_sections.begin()),
        static_cast<std::size_t>(row - section->rows.begin()), column};
}

std::optional<std::size_t> HeadsShape::headAt(const HeadPlace& place) const
{
    const auto found = std::find(m_places.begin(), m_places.end(), place);
    if (found == m_places.end())
        return {};
    return static_cast<std::size_t>(found - m_places.begin());
}

HeadsPresenter::HeadsPresenter(Explorer& explorer, HeadsPanel& panel, QObject* parent)
    : QObject(parent)
    , m_explorer(explorer)
    , m_panel(panel)
    , m_refresh([this] { show(); }, this)
{
    connect(&explorer, &Explorer::captureChanged, this, [this] {
        m_shape = HeadsShape(m_explorer);
        m_refresh.request();
    });
    for (const auto changed : {&Explorer::headChanged, &Explorer::numbersChanged})
        connect(&explorer, changed, &m_refresh, &Refresh::request);
    connect(&panel, &HeadsPanel::headChosen, this, [this](const HeadPlace& place) {
        if (const auto head = m_shape.headAt(place))
            m_explorer.selectHead(*head);
    });
    connect(&panel, &HeadsPanel::measureChosen, this, [this](int index) {
        m_measure = headMeasures.at(static_cast<std::size_t>(index));
        m_refresh.request();
    });
}

void HeadsPresenter::show()
{
    if (!m_explorer.capture())
        return;
    m_panel.setValues(values());
    if (m_explorer.place() < m_shape.places().size())
        m_panel.setSelected(m_shape.places()[m_explorer.place()]);
}

HeadsPanelValues HeadsPresenter::values() const
{
    HeadsPanelValues values;
    values.grid.sections = m_shape.sections();
    double largest = 0;
    for (std::size_t head = 0; head < m_explorer.heads().size(); ++head) {
        const auto& place = m_shape.places()[head];
        auto& cell = values.grid.sections[place.section].rows[place.row].cells[place.head];
        cell.number = measureOf(m_explorer.board(), head, m_measure);
        cell.toolTip = QString::fromStdString(m_explorer.heads()[head].name)
            % (cell.number ? QStringLiteral(": ") % decimalText(*cell.number, 4, Rounding::Nearest) : QString());
        largest = std::max(largest, cell.number.value_or(0));
    }
    values.grid.high = largest > 0 ? largest : 1;
    for (const auto measure : headMeasures)
        values.measures += nameOf(measure);
    values.measure = static_cast<int>(m_measure);
    values.low = QStringLiteral("0");
    values.high = cellText(values.grid.high);
    values.meaning = meaningOf(m_measure, m_explorer);
    return values;
}

}
