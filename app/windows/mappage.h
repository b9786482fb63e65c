// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "heatmap/mappane.h"
#include "windows/gotobar.h"
#include "windows/mapheader.h"
#include "windows/messagebar.h"

namespace app {

class PickPanel;

/// The centre: message line, header, map with its tau strip, pick panel at the right.
class MapPage : public QWidget
{
    Q_OBJECT

public:
    explicit MapPage(QWidget* parent = nullptr);

    MapHeader& header() { return *m_header; }
    GoToBar& goTo() { return *m_goTo; }
    render::MapPane& pane() { return *m_pane; }
    render::HeatmapView& map() { return m_pane->map(); }
    PickPanel& pick() { return *m_pick; }

Q_SIGNALS:
    void pickPanelShown(); ///< there is room for it again

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    GoToBar* m_goTo;
    MapHeader* m_header;
    render::MapPane* m_pane;
    PickPanel* m_pick;
};

}
