// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace app {

/// Frame and word over a window while a file is dragged over it. Lets the mouse through.
class DropFrame : public QWidget
{
    Q_OBJECT

public:
    explicit DropFrame(QWidget* window);

    /// Covers the window.
    void raiseOver();

protected:
    void paintEvent(QPaintEvent* event) override;
};

}
