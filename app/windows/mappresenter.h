// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include <QObject>

#include "capture/capture.h"
#include "heatmap/mapscene.h"
#include "heatmap/rangebar.h"
#include "session/parameters.h"
#include "windows/refresh.h"

namespace app {

class Explorer;
class MapPage;

/// Keeps map, tau strip, header and colour range in step with the state.
class MapPresenter : public QObject
{
    Q_OBJECT

public:
    MapPresenter(Explorer& explorer, MapPage& page, QObject* parent);

    bool isVeiled() const { return m_veiled; }
    core::Reducer reducer() const { return m_reducer; }
    render::Spacing spacing() const { return m_spacing; }
    void setVeiled(bool veiled);
    void setReducer(core::Reducer reducer);
    void setSpacing(render::Spacing spacing);
    void rangeToPercentiles();
    /// "1 px = 3.2 cells, largest shown".
    QString scaleText() const;

Q_SIGNALS:
    void readingChanged(const QString& text);
    void scaleChanged();

private:
    void connectViews();
    void showHead();
    void showRange();
    void showPick();
    void showVeil();
    void showTailMass();
    void takeRange(const render::ColourRange& range);
    void read(std::optional<render::Cell> cell);

    /// What the map shows: it keeps its zoom as long as that is the same.
    struct Shown
    {
        QString path;
        core::HeadId head;
        std::size_t rows = 0;
        std::size_t keys = 0;

        friend bool operator==(const Shown&, const Shown&) = default;
    };

    Explorer& m_explorer;
    MapPage& m_page;
    bool m_veiled = true;
    core::Reducer m_reducer = core::Reducer::Largest;
    render::Spacing m_spacing = render::Spacing::Log;
    bool m_follow = false; ///< percentiles for every head, whatever was set by hand
    std::map<core::HeadId, render::ColourRange> m_ranges; ///< set by hand
    Shown m_shown;
    std::optional<Pick> m_revealed; ///< scrolled into view, once
    std::optional<render::Cell> m_hover;
    Refresh m_numbers;
};

}
