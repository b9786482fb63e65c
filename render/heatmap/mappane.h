// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace render {

class HeatmapView;
class TauStrip;

/// A map with the tau strip right beside it. The strip follows the map's rows; below 360 px of width it gives way.
class MapPane : public QWidget
{
    Q_OBJECT

public:
    explicit MapPane(QWidget* parent = nullptr);

    HeatmapView& map() { return *m_map; }
    TauStrip& strip() { return *m_strip; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    HeatmapView* m_map;
    TauStrip* m_strip;
};

}
