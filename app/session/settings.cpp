// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/settings.h"

namespace app {

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("tailmass"), QStringLiteral("tailmass"))
{
}

}
