// SPDX-License-Identifier: GPL-3.0-or-later
#include "jobs/latest.h"

namespace app {

Latest::Latest()
    : m_newest(std::make_shared<quint64>(0))
{
}

Latest::~Latest()
{
    cancel();
}

void Latest::cancel()
{
    ++*m_newest;
    m_future.cancel();
}

}
