// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "heatmap/camera.h"
#include "views/pickvalues.h"
#include "windows/refresh.h"

namespace app {

class Explorer;
class MapPage;

/// Fills the pick panel: the picked row's token in its text, the cells around the pick, the largest weights.
class PickPresenter : public QObject
{
    Q_OBJECT

public:
    PickPresenter(Explorer& explorer, MapPage& page, QObject* parent);

private:
    void show();
    PickValues values() const;
    MagnifierValues magnifier() const;
    /// Least row and key of the magnifier's window.
    render::Cell corner() const;
    render::HeadSize window() const;

    Explorer& m_explorer;
    MapPage& m_page;
    Refresh m_refresh;
};

}
