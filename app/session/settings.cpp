// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/settings.h"

#include <QDir>
#include <QFileInfo>

namespace app {

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("tailmass"), QStringLiteral("tailmass"))
{
}

QString Settings::folder(const Setting<QString>& setting) const
{
    const auto stored = value(setting);
    return !stored.isEmpty() && QFileInfo(stored).isDir() ? stored : QDir::homePath();
}

}
