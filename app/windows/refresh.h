// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QTimer>

namespace app {

/// Does something once per turn of the event loop, however often it was asked for, and before the next frame.
class Refresh : public QObject
{
    Q_OBJECT

public:
    explicit Refresh(std::function<void()> work, QObject* parent);

    void request();

private:
    QTimer m_timer;
};

}
