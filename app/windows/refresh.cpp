// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/refresh.h"

namespace app {

Refresh::Refresh(std::function<void()> work, QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, std::move(work));
}

void Refresh::request()
{
    if (!m_timer.isActive())
        m_timer.start();
}

}
