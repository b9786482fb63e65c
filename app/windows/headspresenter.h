// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "session/headmeasure.h"
#include "views/headspanel.h"
#include "windows/refresh.h"

namespace app {

class Explorer;

/// Where each head of a dump lies in the overview: a section per group and item, a row per layer.
class HeadsShape
{
public:
    HeadsShape() = default;
    explicit HeadsShape(const Explorer& explorer);

    /// Sections with layers and heads; heads that the dump does not hold are marked so.
    const std::vector<HeadSection>& sections() const { return m_sections; }
    const std::vector<HeadPlace>& places() const { return m_places; } ///< one per head of the dump
    std::optional<std::size_t> headAt(const HeadPlace& place) const;

private:
    void add(const Explorer& explorer, std::size_t head);

    std::vector<HeadSection> m_sections;
    std::vector<HeadPlace> m_places;
};

/// Fills the heads overview and takes its choice.
class HeadsPresenter : public QObject
{
    Q_OBJECT

public:
    HeadsPresenter(Explorer& explorer, HeadsPanel& panel, QObject* parent);

private:
    void show();
    HeadsPanelValues values() const;

    Explorer& m_explorer;
    HeadsPanel& m_panel;
    HeadMeasure m_measure = HeadMeasure::KEpsShare;
    HeadsShape m_shape;
    Refresh m_refresh;
};

}
