// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace app {

class DumpInspector;
class HeadsPanel;

/// Heads above, dump below. The overview gets the height that its cells need, at most half.
class LeftPanel : public QWidget
{
    Q_OBJECT

public:
    LeftPanel(HeadsPanel& heads, DumpInspector& dump, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void share();

    HeadsPanel& m_heads;
};

}
