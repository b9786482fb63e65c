// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QVariant>

namespace app {

/// One stored setting: its key and what it is when nothing is stored.
template <typename T>
struct Setting
{
    const char* key;
    T fallback;
};

/// The table of all settings. What is not in it is not stored.
namespace setting {
inline const Setting<bool> dark{"window/dark", true};
inline const Setting<QByteArray> geometry{"window/geometry", {}};
inline const Setting<QVariantList> recentFiles{"files/recent", {}}; ///< see RecentFiles
inline const Setting<QString> folder{"files/folder", {}}; ///< of the last file that was opened
inline const Setting<QString> exportFolder{"files/exportFolder", {}};
inline const Setting<double> epsilon{"parameters/epsilon", 0.01};
}

/// Typed access to the settings of this user.
class Settings
{
public:
    Settings();

    template <typename T>
    T value(const Setting<T>& setting) const
    {
        const auto stored = m_store.value(QLatin1String(setting.key));
        return stored.canConvert<T>() ? stored.template value<T>() : setting.fallback;
    }

    template <typename T>
    void setValue(const Setting<T>& setting, const T& value)
    {
        m_store.setValue(QLatin1String(setting.key), value);
    }

    /// The folder that is stored, or the user's own where that is gone.
    QString folder(const Setting<QString>& setting) const;

private:
    QSettings m_store;
};

}
